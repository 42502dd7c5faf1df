import { type Tx, transact } from '../../platform/db/database.ts';
import type { JobData } from '../../platform/jobs/jobs.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services.ts';
import { casesVisibleTo } from './cases.policy.ts';

/** Changes of one case within this time become one mail to each receiver. */
const GATHER_MS = 60_000;

/** Plans one mail to each receiver who wants it, a minute from now; while one waits, no second is planned. */
export async function queueEditedMails(
  tx: Tx,
  services: Services,
  about: { caseId: number; actorId: number; audience: readonly number[] },
): Promise<void> {
  const others = about.audience.filter((userId) => userId !== about.actorId);
  if (others.length === 0) return;
  const wanting = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', others)
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where('post_edit_email', '=', true)
    .orderBy('id')
    .execute();
  for (const { id } of wanting) {
    const data = { caseId: about.caseId, userId: id };
    await services.jobs.enqueue(tx, 'edited-mail', data, {
      startAfter: new Date(Date.now() + GATHER_MS),
      singletonKey: `${about.caseId}:${id}`,
    });
  }
}

/** Sends the planned mail if the receiver still sees the case and still wants mails. */
export async function sendEditedMail(services: Services, job: JobData['edited-mail']): Promise<void> {
  await transact(services.db, async (tx) => {
    const dentalCase = await tx
      .selectFrom('dental_case')
      .select(['id', 'no'])
      .where('id', '=', job.caseId)
      .where(casesVisibleTo(job.userId))
      .executeTakeFirst();
    const receiver = await tx
      .selectFrom('app_user')
      .select(['id', 'email', 'language', 'brand', 'first_name'])
      .where('id', '=', job.userId)
      .where('deleted_at', 'is', null)
      .where('post_edit_email', '=', true)
      .executeTakeFirst();
    if (!dentalCase || !receiver) return;
    await queueMail(tx, services.jobs, {
      template: 'case-edited',
      to: receiver.email,
      userId: receiver.id,
      language: receiver.language,
      brand: receiver.brand,
      params: { name: receiver.first_name, no: dentalCase.no, link: `/case/${dentalCase.id}` },
    });
  });
}
