import type { ErrorBody } from '@cusp/contract/error-body';
import type { ErrorCode } from '@cusp/contract/errors';
import i18next, { type TFunction } from 'i18next';
import type errors from '../../../languages/en/errors.json';
import type refusals from '../../../languages/en/refusals.json';

type Shown = ErrorCode | 'offline' | 'aborted';

// A code without a text does not compile.
type Missing = Exclude<Shown, keyof (typeof errors & typeof refusals)>;
const nothingMissing: [Missing] extends [never] ? true : Missing = true;

/** The text of an error. Screens with their own texts for a code use those first. */
export function errorText(t: TFunction<'errors'>, error: unknown): string {
  const wait = waitOf(error);
  if (wait) return t('try_again_when', { when: whenText(wait, i18next.language) });
  const triangles = trianglesOf(error);
  if (triangles) return t('file_ends_at', counted(triangles, i18next.language));
  const code = codeOf(error);
  return nothingMissing && code ? t(code, { defaultValue: t('internal') }) : t('internal');
}

/** A number of seconds from now in words: 'in 40 seconds', 'in 15 minutes', 'in 3 hours'. */
export function whenText(seconds: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language);
  if (seconds < 90) return words.format(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? words.format(minutes, 'minute') : words.format(Math.ceil(minutes / 60), 'hour');
}

function waitOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('retryAfter' in error)) return null;
  return typeof error.retryAfter === 'number' ? error.retryAfter : null;
}

function trianglesOf(error: unknown): ErrorBody['triangles'] {
  if (typeof error !== 'object' || error === null || !('triangles' in error)) return undefined;
  return error.triangles as ErrorBody['triangles'];
}

function counted({ there, promised }: NonNullable<ErrorBody['triangles']>, language: string) {
  const words = new Intl.NumberFormat(language);
  return { there: words.format(there), promised: words.format(promised) };
}

function codeOf(error: unknown): Shown | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? (error.code as Shown) : null;
}
