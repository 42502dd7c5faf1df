import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/jobs.ts';
import type { MailTemplate } from '../../platform/mail/mail-request.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';

/** What a person can switch off: mails about new and changed cases, new and changed comments. */
export type MailSetting =
  | 'post_publish_email'
  | 'post_edit_email'
  | 'comment_add_email'
  | 'comment_edit_email';

/** Those of these people who want mails of this kind, with all that a mail to them needs. */
export const wanting = (tx: Tx, userIds: readonly number[], setting: MailSetting) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email', 'language', 'brand', 'first_name'])
    .where('id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where(setting, '=', true)
    .orderBy('id')
    .execute();

type Receiver = Awaited<ReturnType<typeof wanting>>[number];

interface About {
  id: number;
  no: string;
}

/** Queues a mail that names the case and leads to it; nothing about the patient is in a mail. */
export const queueCaseMail = (
  work: Work<Doer>,
  template: MailTemplate,
  {
    receiver,
    dentalCase,
    params,
  }: { receiver: Receiver; dentalCase: About; params?: Record<string, string> },
) =>
  work.enqueue('mail', {
    template,
    to: receiver.email,
    userId: receiver.id,
    language: receiver.language,
    brand: receiver.brand,
    params: { name: receiver.first_name, no: dentalCase.no, link: `/case/${dentalCase.id}`, ...params },
  });

type PlannedQueue = 'comment-mail' | 'edited-mail';

const keyOf = (job: JobData[PlannedQueue]): string =>
  [...('kind' in job ? [job.kind] : []), job.caseId, job.userId].join(':');

/** Plans a mail for later; while one waits for the same person, case and kind, no second is planned. */
export const planCaseMail = <N extends PlannedQueue>(
  work: Work<Doer>,
  queue: N,
  job: JobData[N],
  startAfter: Date,
) => work.enqueue(queue, job, { startAfter, singletonKey: keyOf(job) });

/**
 * Does `write` for a planned mail if its receiver still sees the case and still wants such mails. While the
 * deletion of the case can be undone, the mail waits.
 */
export async function withPlannedMail<N extends PlannedQueue>(
  services: Services,
  queue: N,
  { job, setting }: { job: JobData[N]; setting: MailSetting },
  write: (work: Work<Doer>, about: { dentalCase: About; receiver: Receiver }) => Promise<void>,
): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    // Held until the end: a change that is not committed yet had its own plan dropped in favour of this one.
    const dentalCase = await work.tx
      .selectFrom('dental_case')
      .select(['id', 'no'])
      .where('id', '=', job.caseId)
      .where(casesVisibleTo(job.userId))
      .forShare()
      .executeTakeFirst();
    if (!dentalCase) {
      const until = await endOfUndo(work.tx, job.caseId);
      if (until) await planCaseMail(work, queue, job, until);
      return;
    }
    const [receiver] = await wanting(work.tx, [job.userId], setting);
    if (receiver) await write(work, { dentalCase, receiver });
  });
}

/** Until when the deletion of a case can be undone, undefined when it is not being deleted. */
async function endOfUndo(tx: Tx, caseId: number): Promise<Date | undefined> {
  const deletion = await tx
    .selectFrom('case_deletion')
    .select('ends_at')
    .where('outcome', 'is', null)
    .where(sql<boolean>`case_ids @> array[${caseId}]::bigint[]`)
    .executeTakeFirst();
  return deletion?.ends_at;
}
