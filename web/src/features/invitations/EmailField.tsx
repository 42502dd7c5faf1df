import { Loader, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EmailCheck } from './use-email-check.ts';
import type { useMessages } from './use-messages.ts';

interface Props {
  value: string;
  onChange(value: string): void;
  check: EmailCheck;
  messages: ReturnType<typeof useMessages>;
  disabled?: boolean;
}

/** An address that the server judges while it is typed; what it says stands under the field. */
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
