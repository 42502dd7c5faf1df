import { PAGES } from '@cusp/contract/pages';
import type { Language } from '@cusp/contract/wire';
import type { Doer } from '../../platform/http/actor.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Work } from '../../platform/work.ts';
import { emailOf } from '../invitations/email-of.ts';
import { countInvitation } from '../invitations/invitation-limit.ts';
import { fullName, linkable, lockPerson, personByEmailKey } from '../invitations/people.sql.ts';
import { sidWhereTwo } from '../invitations/server-location.ts';

interface ShareMail {
  makerId: number;
  token: string;
  expiresAt: Date;
  mail: { to: string; language: Language };
}

/**
 * Mails a link: to an account holder in their own language and brand, otherwise in the chosen language and the maker's
 * brand. Counts towards the daily limit of invitations.
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
  const reader = { id: userId, email: to, language, brand: known?.brand ?? maker.brand };
  await work.mail(reader, 'case-shared', {
    sender: fullName(maker),
    institution: maker.institution,
    until: `${until} UTC`,
    // Browsers never send the fragment to a server.
    link: `${PAGES.shareCase}${sidWhereTwo(work.services)}#${share.token}`,
  });
}
