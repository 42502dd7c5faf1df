import { type Tx, transact } from '../../platform/db/database.ts';
import type { JobData } from '../../platform/jobs/jobs.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services.ts';
import { casesVisibleTo } from '../cases/cases.policy.ts';

/** Comments on one case within this time become one mail to each receiver. */
const GATHER_MS = 60_000;

type Kind = JobData['comment-mail']['kind'];
const SETTING = { added: 'comment_add_email', edited: 'comment_edit_email' } as const;

/** Plans one mail to each receiver who wants it, a minute from now; while one waits, no second is planned. */
export async function queueCommentMails(
  tx: Tx,
  services: Services,
  about: { caseId: number; receivers: readonly number[]; kind: Kind },
): Promise<void> {
  if (about.receivers.length === 0) return;
  const wanting = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [...about.receivers])
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where(SETTING[about.kind], '=', true)
    .execute();
  for (const { id } of wanting) {
    const data = { caseId: about.caseId, userId: id, kind: about.kind };
    await services.jobs.enqueue(tx, 'comment-mail', data, {
      startAfter: new Date(Date.now() + GATHER_MS),
      singletonKey: `${about.kind}:${about.caseId}:${id}`,
    });
  }
}

/**
 * Sends the planned mail if there is still a reason: the receiver still sees the case, still wants mails,
 * and has not read the new comments meanwhile.
 */
export async function sendCommentMail(services: Services, job: JobData['comment-mail']): Promise<void> {
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
      .where(SETTING[job.kind], '=', true)
      .executeTakeFirst();
    if (!dentalCase || !receiver) return;
    const { unread } = await tx
      .selectFrom('unread_comment')
      .select((eb) => eb.fn.countAll<number>().as('unread'))
      .where('user_id', '=', job.userId)
      .where('case_id', '=', job.caseId)
      .executeTakeFirstOrThrow();
    if (job.kind === 'added' && unread === 0) return;
    await queueMail(tx, services.jobs, {
      template: job.kind === 'added' ? 'comment-added' : 'comment-edited',
      to: receiver.email,
      userId: receiver.id,
      language: receiver.language,
      brand: receiver.brand,
      params: {
        name: receiver.first_name,
        no: dentalCase.no,
        count: String(unread),
        link: `/case/${dentalCase.id}`,
      },
    });
  });
}
