import { validateField } from '@cusp/contract/accounts';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../client/call.ts';
import { lineText } from './field-lines.ts';

type CheckedForm = 'signup' | 'social' | 'profile' | 'password';

/**
 * Has the server check a field when it is left, and shows the answer's lines under it. An answer to a
 * value that was changed meanwhile is dropped; when the server cannot be asked, sending the form will tell.
 */
export function useFieldChecks<V extends Record<string, string>>(
  name: CheckedForm,
  form: UseFormReturnType<V>,
) {
  const line = useLineText();
  return async function check(field: keyof V & string): Promise<void> {
    const asked = form.getValues();
    const body = new FormData();
    for (const [key, value] of Object.entries(asked)) if (value !== '') body.append(key, value);
    if (field === 'password' && asked.password_confirm) void check('password_confirm');
    const answer = await call(validateField, { query: { form: name, field }, body }).catch(() => null);
    if (!answer || form.getValues()[field] !== asked[field]) return;
    const lines = answer.error_message ?? [];
    if (lines.length > 0) form.setFieldError(field, lines.map(line).join(' '));
    else form.clearFieldError(field);
  };
}

/** Puts a line of the server about a field into the language of the page. */
export function useLineText(): (line: string) => string {
  const { t } = useTranslation('profile');
  const { t: errors } = useTranslation('errors');
  return (line) => lineText(t, errors, line);
}
