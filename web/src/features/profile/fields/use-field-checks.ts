import { ACCOUNT_FIELD_ERRORS, type AccountFieldErrorCode } from '@cusp/contract/account-field-errors';
import { validateField } from '@cusp/contract/accounts.routes';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../client/call.ts';

const CODE_OF_LINE = new Map<string, AccountFieldErrorCode>(
  (Object.keys(ACCOUNT_FIELD_ERRORS) as AccountFieldErrorCode[]).map((code) => [
    ACCOUNT_FIELD_ERRORS[code].detail,
    code,
  ]),
);

/** Lines of the server's field checks that are not errors of the catalogue. */
const OWN_LINES = {
  'This field may not be blank': 'common:field.blank',
  'Enter a valid email address.': 'common:field.email',
  'Choose one of the roles.': 'lines.role',
  'Choose a country.': 'lines.country',
  'Enter a phone number with its country code, such as +49 89 123456.': 'lines.phone',
  'Remove the invisible characters.': 'lines.control',
} as const;

const isOwn = (line: string): line is keyof typeof OWN_LINES => Object.hasOwn(OWN_LINES, line);

/** Translates a line of the server about a field; unknown lines stay as they are. */
function lineText(t: TFunction<['profile', 'common']>, errors: TFunction<'errors'>, line: string): string {
  const code = CODE_OF_LINE.get(line);
  if (code) return errors(code);
  if (isOwn(line)) return t(OWN_LINES[line]);
  const limit = /^At most (\d+) characters\.$/.exec(line);
  return limit ? t('lines.long', { max: limit[1] }) : line;
}

type CheckedForm = 'signup' | 'social' | 'profile' | 'password';

/**
 * Validates a field on blur, on the server that receives the form (`site`, null for this one), and shows the response's
 * lines below it. A response for a value that has changed is dropped; without a response, submitting the form reports
 * the problem.
 */
export function useFieldChecks<V extends Record<string, string>>(
  name: CheckedForm,
  form: UseFormReturnType<V>,
  site: string | null = null,
) {
  const line = useLineText();
  return async function check(field: keyof V & string): Promise<void> {
    const asked = form.getValues();
    const body = new FormData();
    for (const [key, value] of Object.entries(asked)) if (value !== '') body.append(key, value);
    if (field === 'password' && asked.password_confirm) void check('password_confirm');
    const answer = await call(validateField, { query: { form: name, field }, body }, { site }).catch(
      () => null,
    );
    if (!answer || form.getValues()[field] !== asked[field]) return;
    const lines = answer.error_message ?? [];
    if (lines.length > 0) form.setFieldError(field, lines.map(line).join(' '));
    else form.clearFieldError(field);
  };
}

/** Translates lines of the server about a field into the language of the page. */
export function useLineText(): (line: string) => string {
  const { t } = useTranslation(['profile', 'common']);
  const { t: errors } = useTranslation('errors');
  return (line) => lineText(t, errors, line);
}
