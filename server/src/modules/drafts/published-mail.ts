import type { Tx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services.ts';
import { nameOf } from '../profile/person.present.ts';

interface Published {
  caseId: number;
  no: string;
  senderId: number;
  receivers: readonly number[];
}

/** Tells the recipient's side of a new case, each by their settings. Nothing about the patient is in a mail. */
export async function queuePublishedMails(tx: Tx, services: Services, about: Published): Promise<void> {
  const people = await tx
    .selectFrom('app_user')
    .selectAll()
    .where('id', 'in', [about.senderId, ...about.receivers])
    .where('deleted_at', 'is', null)
    .execute();
  const sender = people.find((person) => person.id === about.senderId);
  for (const person of people) {
    if (person.id === about.senderId || !person.post_publish_email || !person.activated_at) continue;
    await queueMail(tx, services.jobs, {
      template: 'case-published',
      to: person.email,
      userId: person.id,
      language: person.language,
      brand: person.brand,
      params: {
        name: person.first_name,
        sender: nameOf(sender),
        institution: sender?.institution ?? '',
        no: about.no,
        link: `/case/${about.caseId}`,
      },
    });
  }
}
