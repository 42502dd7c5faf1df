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
  | 'group-offered'
  | 'group-offer-withdrawn'
  | 'group-offer-declined'
  | 'group-offer-accepted'
  | 'group-handed-over'
  | 'device-confirm'
  | 'device-reset'
  | 'ticket'
  | 'region-moved'
  | 'account-closing'
  | 'account-kept'
  | 'terms-published'
  | 'dpa-published'
  | 'cases-expiring'
  | 'drafts-erased'
  | 'case-published'
  | 'case-shared'
  | 'case-edited'
  | 'comment-added'
  | 'comment-mention'
  | 'comment-edited';

/** One line of a mail about a case; its texts are `mail.case-edited.news.<what>`. */
export interface CaseNews {
  what:
    | 'opened'
    | 'started'
    | 'completed'
    | 'reopened'
    | 'closed'
    | 'proposed'
    | 'declined'
    | 'withdrawn'
    | 'edited'
    | 'files'
    | 'assignee'
    | 'comments';
  /** Institution or name of the actor; '' if the account was deleted. */
  by: string;
  count: number;
}

/** Receiver of a mail; `id` is null for an address without an account. */
export interface MailReader {
  id: number | null;
  email: string;
  language: string;
  brand: string;
}

/** Payload of the `mail` job. The mail is rendered when it is sent. */
export interface MailRequest {
  template: MailTemplate;
  to: string;
  /** The recipient, if they have an account. */
  userId: number | null;
  language: string;
  brand: string;
  /** Values of the placeholders; `link` is the path that the button opens, `news` is a JSON list of `CaseNews`. */
  params: Record<string, string>;
}
