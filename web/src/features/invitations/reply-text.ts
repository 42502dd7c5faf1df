import { ERRORS } from '@cusp/contract/errors';
import { ApiError } from '../../client/api-error.ts';

/** Successes say what happened in `detail`, in words of the wire. */
const DONE = {
  'request email sent': 'request_email_sent',
  'request accepted': 'request_accepted',
  'request rejected': 'request_rejected',
  'joined group': 'joined_group',
} as const;

/** Looks a key up among a screen's messages; undefined where it has none. */
export type Messages = (key: string) => string | undefined;

/** The words for what a success says; what nobody knows is shown as given. */
export function doneText(messages: Messages, detail: string | undefined): string {
  if (!detail) return '';
  const key = Object.hasOwn(DONE, detail) ? DONE[detail as keyof typeof DONE] : null;
  return (key && messages(key)) ?? detail;
}

/** The words for a refusal: the screen's own, else the house's, else the detail as given. */
export function refusalText(messages: Messages, house: (error: unknown) => string, error: unknown): string {
  // A wait in seconds is told as such; the screen's own words are about the mails of a day.
  if (!(error instanceof ApiError) || error.retryAfter !== null) return house(error);
  const own = messages(error.code) ?? (error.status === 403 ? messages('forbidden') : undefined);
  if (own) return own;
  const isKnown = Object.hasOwn(ERRORS, error.code) || error.status === 0;
  return isKnown || !error.detail ? house(error) : error.detail;
}

/** The words for one line of the validation call. */
export function lineText(messages: Messages, line: string): string {
  const code = Object.entries(ERRORS).find(([, { detail }]) => detail === line)?.[0];
  return (code && messages(code)) ?? messages(LINES[line] ?? '') ?? line;
}

const LINES: Record<string, string> = {
  'This field may not be blank': 'blank',
  'Enter a valid email address.': 'not_an_email',
};
