/** Mails by name; their texts are `mail.<name>.*` in each language. */
export type MailTemplate =
  | 'activation'
  | 'password-reset'
  | 'password-changed'
  | 'new-sign-in'
  | 'second-step-added'
  | 'second-step-removed'
  | 'recovery-codes-renewed'
  | 'second-step-reset-soon'
  | 'second-step-reset-done'
  | 'second-step-reset-cancelled'
  | 'second-step-reset-stopped'
  | 'email-change-old'
  | 'email-change-new'
  | 'email-change-lost'
  | 'email-change-refused'
  | 'email-changed'
  | 'support-approved'
  | 'support-began'
  | 'provider-connected'
  | 'connection-request'
  | 'connection-invite'
  | 'connection-accepted'
  | 'group-invite'
  | 'group-newcomer'
  | 'device-confirm'
  | 'device-reset'
  | 'ticket'
  | 'case-published'
  | 'case-shared'
  | 'case-edited'
  | 'comment-added'
  | 'comment-mention'
  | 'comment-edited';

/** Payload of the `mail` job. The mail is rendered when it is sent. */
export interface MailRequest {
  template: MailTemplate;
  to: string;
  /** The recipient, if they have an account. */
  userId: number | null;
  language: string;
  brand: string;
  /** Values of the placeholders; `link` is the path that the button opens. */
  params: Record<string, string>;
}
