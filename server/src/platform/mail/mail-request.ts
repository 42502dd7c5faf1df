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
  | 'device-confirm'
  | 'device-reset'
  | 'case-published'
  | 'case-shared'
  | 'case-edited'
  | 'comment-added'
  | 'comment-mention'
  | 'comment-edited';

/** What the `mail` job carries. The mail is rendered when it is sent. */
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
