import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { queueCaseMail, wanting } from '../case-mails/case-mail.ts';

interface Published {
  caseId: number;
  no: string;
  senderId: number;
  receivers: readonly number[];
}

/** Tells the recipient's side of a new case, each by their settings. */
export async function queuePublishedMails(tx: Tx, services: Services, about: Published): Promise<void> {
  const others = about.receivers.filter((userId) => userId !== about.senderId);
  const dentalCase = { id: about.caseId, no: about.no };
  for (const receiver of await wanting(tx, others, 'post_publish_email')) {
    await queueCaseMail(tx, services, 'case-published', { receiver, dentalCase });
  }
}
