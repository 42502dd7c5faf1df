import type { ErrorCode } from '@cusp/contract/errors';
import type { TFunction } from 'i18next';
import type errors from '../../../languages/en/errors.json';

type Shown = ErrorCode | 'offline' | 'aborted';

// A code without a text does not compile.
type Missing = Exclude<Shown, keyof typeof errors>;
const nothingMissing: [Missing] extends [never] ? true : Missing = true;

/** The words for what went wrong. Screens with words of their own for a code choose those first. */
export function errorText(t: TFunction<'errors'>, error: unknown): string {
  const code = codeOf(error);
  return nothingMissing && code ? t(code, { defaultValue: t('internal') }) : t('internal');
}

function codeOf(error: unknown): Shown | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? (error.code as Shown) : null;
}
