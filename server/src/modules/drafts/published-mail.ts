import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { queueCaseMail, wanting } from '../case-mails/case-mail.ts';
import { partyOf } from '../people/person.present.ts';

interface Published {
  caseId: number;
  no: string;
  senderId: number;
  receivers: readonly number[];
}

/** Mails the recipient's side about a new case, according to their settings. */
export async function queuePublishedMails(work: Work<Doer>, about: Published): Promise<void> {
  const others = about.receivers.filter((userId) => userId !== about.senderId);
  const sender = await work.tx
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('id', '=', about.senderId)
    .executeTakeFirstOrThrow();
  const params = { by: partyOf(sender) };
  const dentalCase = { id: about.caseId, no: about.no };
  for (const receiver of await wanting(work.tx, others, 'post_publish_email')) {
    await queueCaseMail(work, 'case-published', { receiver, dentalCase, params });
  }
}
