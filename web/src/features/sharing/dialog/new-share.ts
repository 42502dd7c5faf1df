import type { CaseDetail } from '@cusp/contract/cases';
import type { InputTo } from '@cusp/contract/endpoints';
import type { createShare } from '@cusp/contract/sharing.routes';
import { SHARE_DAYS } from '@cusp/contract/sharing.routes';
import type { Language } from '@cusp/contract/wire';

export type SharableCase = Pick<CaseDetail, 'id' | 'no' | 'from_locked_device'>;

export interface MadeLink {
  token: string;
  /** The address it was mailed to; '' if it was not. */
  email: string;
}

type Wish = InputTo<typeof createShare>['body'];

/** The state of the form of a new link. */
export interface NewShare {
  recipient: string;
  /** A number of days as text, or a date. */
  until: `${(typeof SHARE_DAYS)[number]}` | 'date';
  /** `YYYY-MM-DD`; the link works to the end of it. */
  day: string | null;
  allowsDownload: boolean;
  /** Ids of files that could identify the patient and are included after all. */
  files: readonly number[];
  /** Texts of the order are included although they name the patient. */
  texts: boolean;
  isMailed: boolean;
  email: string;
  language: Language;
}

export const emptyShare = (language: Language): NewShare => ({
  recipient: '',
  until: '7',
  day: null,
  allowsDownload: false,
  files: [],
  texts: false,
  isMailed: false,
  email: '',
  language,
});

/** Whether the form is complete. */
export const isWhole = ({ recipient, until, day, isMailed, email }: NewShare): boolean =>
  recipient.trim() !== '' && (until !== 'date' || day !== null) && (!isMailed || email.includes('@'));

/** The request for the link. A date ends at the person's local midnight. */
export function wishOf(share: NewShare, key: string): Wish {
  const { recipient, until, day, allowsDownload, files, texts, isMailed, email, language } = share;
  return {
    key,
    recipient: recipient.trim(),
    allows_download: allowsDownload,
    files: [...files],
    texts,
    days: SHARE_DAYS.find((days) => String(days) === until),
    until: until === 'date' && day ? new Date(`${day}T23:59:59`).toISOString() : undefined,
    mail: isMailed ? { to: email.trim(), language } : undefined,
  };
}
