import type { FieldIssue } from '@cusp/contract/error-body';
import { ERRORS, type ErrorCode } from '@cusp/contract/errors';
import { LIMITS } from '@cusp/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';

const COMMON = new Set(
  dictionary['passwords-common'].filter((word) => String(word).length >= LIMITS.passwordMin).map(String),
);

/** Why a new password is refused: its length, or because it is commonly guessed. There are no composition rules. */
export function passwordTrouble(password: string, email = ''): ErrorCode | null {
  if (password.length < LIMITS.passwordMin) return 'password_short';
  if (password.length > LIMITS.passwordMax) return 'password_long';
  const plain = password.normalize('NFKC').toLowerCase();
  const own = email.toLowerCase();
  const isOwnAddress = own !== '' && (plain === own || plain === own.split('@')[0]);
  return isOwnAddress || COMMON.has(plain) ? 'password_common' : null;
}

export const issueOf = (field: string, code: ErrorCode): FieldIssue => ({
  field,
  code,
  message: ERRORS[code].detail,
});
