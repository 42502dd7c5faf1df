import { validateField } from '@cusp/contract/accounts.routes';
import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { useConnection } from '../../client/connection.ts';
import type { useMessages } from './use-messages.ts';

type EmailCheck =
  | { state: 'empty' | 'checking' | 'valid' }
  | { state: 'refused'; lines: readonly string[] }
  | { state: 'failed'; error: unknown };

const PAUSE_MS = 300;

/**
 * Validates an email address on the server while it is typed, debounced. A response only counts for the current
 * input.
 */
export function useEmailCheck(form: 'signup' | 'groupUser', email: string): EmailCheck {
  const typed = email.trim();
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const [answer, setAnswer] = useState<{ email: string; check: EmailCheck } | null>(null);
  const { isUp } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that a lost connection took is asked for again
  useEffect(() => {
    if (!asked || (answer?.email === asked && answer.check.state !== 'failed')) return;
    const leaving = new AbortController();
    const body = new FormData();
    body.append('email', asked);
    call(validateField, { query: { form, field: 'email' }, body }, { signal: leaving.signal }).then(
      ({ error_message: lines }) =>
        setAnswer({
          email: asked,
          check: lines?.length ? { state: 'refused', lines } : { state: 'valid' },
        }),
      (error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'aborted'))
          setAnswer({ email: asked, check: { state: 'failed', error } });
      },
    );
    return () => leaving.abort();
  }, [form, asked, isUp]);
  if (!typed) return { state: 'empty' };
  return answer?.email === typed ? answer.check : { state: 'checking' };
}

interface Props {
  value: string;
  onChange(value: string): void;
  check: EmailCheck;
  messages: ReturnType<typeof useMessages>;
  disabled?: boolean;
}

/** An email field with live validation by the server below it. */
export function EmailField({ value, onChange, check, messages, disabled }: Props) {
  const { t } = useTranslation('invitations');
  const lines = check.state === 'refused' ? check.lines.map((line) => messages.line(line)) : [];
  const failed = check.state === 'failed' ? messages.refusal(check.error) : null;
  return (
    <TextInput
      type="email"
      autoComplete="off"
      label={t('email')}
      required
      maxLength={254}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        check.state === 'checking' ? (
          <Loader size={14} aria-label={t('checking')} />
        ) : check.state === 'valid' ? (
          <IconCircleCheck size={18} color="var(--good)" aria-label={t('valid')} />
        ) : null
      }
      error={failed ?? (lines.length > 0 ? <Lines lines={lines} /> : null)}
      data-autofocus
    />
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} style={{ display: 'block' }}>
      {line}
    </span>
  ));
}
