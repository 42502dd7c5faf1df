import type { MailPace } from '@cusp/contract/accounts';

/** What a page about a mail knows of it. It travels in the history entry: a reload keeps it, an address typed by hand has none. */
export interface SentMail {
  /** '' where only a provider knows it. */
  email: string;
  /** Whose activation mail it is; null for other mails. */
  uid: string | null;
  /** False where the wait since an earlier one was still running. */
  sent: boolean;
  /** When the next one can be asked for, milliseconds since the epoch. */
  nextAt: number;
}

/** The mail of a page's history entry, null where somebody came by another way. */
export function sentMailOf(state: unknown): SentMail | null {
  if (typeof state !== 'object' || state === null || !('email' in state) || !('nextAt' in state)) return null;
  return state as SentMail;
}

export const nextAtOf = ({ next_in }: Pick<MailPace, 'next_in'>): number => Date.now() + next_in * 1000;

/** Marks the history entry of somebody who has just set a new password. */
export const PASSWORD_CHANGED = 'password-changed';
