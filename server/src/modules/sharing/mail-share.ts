import { PAGES } from '@cusp/contract/pages';
import type { Language } from '@cusp/contract/wire';
import type { Doer } from '../../platform/http/actor.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Work } from '../../platform/work.ts';
import { emailOf } from '../invitations/email-of.ts';
import { countInvitation } from '../invitations/invitation-limit.ts';
import { fullName, linkable, lockPerson, personByEmailKey } from '../invitations/people.sql.ts';

interface ShareMail {
  makerId: number;
  token: string;
  expiresAt: Date;
  mail: { to: string; language: Language };
}

/**
 * Sends a link: to somebody with an account in their own language and brand, to anybody else in the language
 * that was chosen and the maker's brand. Counts as an invitation, of which there are only so many a day.
 */
export async function mailShare(work: Work<Doer>, share: ShareMail): Promise<void> {
  const to = emailOf(share.mail.to);
  const key = emailKey(to);
  const maker = await lockPerson(work.tx, share.makerId);
  await countInvitation(work.tx, work.services, maker.id, key);
  const owner = await personByEmailKey(work.tx, key);
  const userId = linkable(owner);
  const known = userId === null ? null : owner;
  const language = known?.language ?? share.mail.language;
  const until = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(share.expiresAt);
  await work.enqueue('mail', {
    template: 'case-shared',
    to,
    userId,
    language,
    brand: known?.brand ?? maker.brand,
    params: {
      sender: fullName(maker),
      institution: maker.institution,
      until: `${until} UTC`,
      // Behind the hash it is never sent to a server, ours included.
      link: `${PAGES.shareCase}#${share.token}`,
    },
  });
}
