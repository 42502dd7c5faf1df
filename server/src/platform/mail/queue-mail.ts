import type { Tx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** Mails by name; their texts are `mail.<name>.*` in every language. */
export type MailTemplate =
  | 'activation'
  | 'password-reset'
  | 'password-changed'
  | 'new-sign-in'
  | 'second-step-added'
  | 'second-step-removed'
  | 'recovery-codes-renewed'
  | 'provider-connected'
  | 'connection-request'
  | 'connection-invite'
  | 'connection-accepted'
  | 'group-invite'
  | 'group-newcomer'
  | 'case-published'
  | 'case-shared'
  | 'case-edited'
  | 'comment-added'
  | 'comment-mention'
  | 'comment-edited';

export interface MailRequest {
  template: MailTemplate;
  to: string;
  /** Person the mail is for, when there is an account. */
  userId: number | null;
  language: string;
  brand: string;
  /** Values of the placeholders; `link` is the path behind the button. */
  params: Record<string, string>;
}

/** Puts a mail into the transaction that causes it: no change without its mail, no mail without its change. */
export async function queueMail(tx: Tx, jobs: Jobs, mail: MailRequest): Promise<void> {
  await jobs.enqueue(tx, 'mail', mail);
}
