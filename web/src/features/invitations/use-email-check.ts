import { validateField } from '@cusp/contract/accounts';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';

export type EmailCheck =
  | { state: 'empty' | 'checking' | 'valid' }
  | { state: 'refused'; lines: readonly string[] }
  | { state: 'failed'; error: unknown };

const PAUSE_MS = 300;

/**
 * Asks the server about an address while it is typed, after a pause. An answer counts only for the address
 * that stands in the field.
 */
export function useEmailCheck(form: 'signup' | 'groupUser', email: string): EmailCheck {
  const typed = email.trim();
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const [answer, setAnswer] = useState<{ email: string; check: EmailCheck } | null>(null);
  useEffect(() => {
    if (!asked) return;
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
  }, [form, asked]);
  if (!typed) return { state: 'empty' };
  return answer?.email === typed ? answer.check : { state: 'checking' };
}
