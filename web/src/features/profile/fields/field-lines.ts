import { ERRORS, type ErrorCode } from '@cusp/contract/errors';
import { CONTROL_CHARACTERS } from '@cusp/contract/wire';
import type { TFunction } from 'i18next';

const CODE_OF_LINE = new Map<string, ErrorCode>(
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => [ERRORS[code].detail, code]),
);

/** Sentences of the server's field checks that are no error of the catalogue. */
const OWN_LINES = {
  'This field may not be blank': 'blank',
  'Enter a valid email address.': 'email',
  'Choose one of the roles.': 'role',
  'Choose a country.': 'country',
  'Enter a phone number with its country code, such as +49 89 123456.': 'phone',
  [CONTROL_CHARACTERS]: 'control',
} as const;

const isOwn = (line: string): line is keyof typeof OWN_LINES => Object.hasOwn(OWN_LINES, line);

/** A line of the server about a field, in the language of the page; lines nobody knows stay as they came. */
export function lineText(t: TFunction<'profile'>, errors: TFunction<'errors'>, line: string): string {
  const code = CODE_OF_LINE.get(line);
  if (code) return errors(code);
  if (isOwn(line)) return t(`lines.${OWN_LINES[line]}`);
  const limit = /^At most (\d+) characters\.$/.exec(line);
  return limit ? t('lines.long', { max: limit[1] }) : line;
}
