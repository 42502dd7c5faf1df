import type { MailPace } from '@cusp/contract/accounts';

/**
 * Data of a page about a sent mail. It is kept in the history entry: it survives a reload, but is missing at a typed
 * URL.
 */
export interface SentMail {
  /** '' if only the provider has it. */
  email: string;
  /** The account of an activation mail; null for other mails. */
  uid: string | null;
  /** The site of the account, if it is not this one. */
  site?: string | null;
  /** False if the waiting time since an earlier mail had not passed. */
  sent: boolean;
  /** When the next one can be requested, in milliseconds since the epoch. */
  nextAt: number;
}

/** The mail in a history entry's state, null if the page was reached in another way. */
export function sentMailOf(state: unknown): SentMail | null {
  if (typeof state !== 'object' || state === null || !('email' in state) || !('nextAt' in state)) return null;
  return state as SentMail;
}

export const nextAtOf = ({ next_in }: Pick<MailPace, 'next_in'>): number => Date.now() + next_in * 1000;

/** Router state right after setting a new password. */
export const PASSWORD_CHANGED = 'password-changed';
