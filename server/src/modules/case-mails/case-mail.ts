import { PAGES } from '@cusp/contract/pages';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import type { MailTemplate } from '../../platform/mail/mail-request.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { serverLocationParam } from '../invitations/server-location.ts';
import { type PlannedQueue, planCaseMail } from './plan-case-mail.ts';
import { handOver, moveOf } from './planned-elsewhere.ts';

/** Mail kinds a person can switch off: new and changed cases, new and changed comments. */
export type MailSetting =
  | 'post_publish_email'
  | 'post_edit_email'
  | 'comment_add_email'
  | 'comment_edit_email';

/**
 * Those of these people who want mails of this kind, with everything needed to mail them. A blocked account gets none,
 * because it may be in wrong hands, and its mailbox too.
 */
export const wanting = (tx: Tx, userIds: readonly number[], setting: MailSetting) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email', 'language', 'brand', 'first_name', 'presence'])
    .where('id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where(setting, '=', true)
    .orderBy('id')
    .execute();

type Receiver = Awaited<ReturnType<typeof wanting>>[number];

interface About {
  id: number;
  no: string;
}

/** The case's page. Guests reach it from their own region, by way of a visit. */
function linkTo({ services }: Work<Doer>, { id }: About, { presence }: Receiver): string {
  const page = `/case/${id}`;
  if (presence === 'home') return page;
  return `${PAGES.regionVisit}?${new URLSearchParams({ sid: serverLocationParam(services), next: page })}`;
}

/** Queues a mail that names the case and links to it. Mails contain nothing about the patient. */
export const queueCaseMail = (
  work: Work<Doer>,
  template: MailTemplate,
  {
    receiver,
    dentalCase,
    params,
  }: { receiver: Receiver; dentalCase: About; params?: Record<string, string> },
) =>
  work.mail(receiver, template, {
    name: receiver.first_name,
    no: dentalCase.no,
    link: linkTo(work, dentalCase, receiver),
    ...params,
  });

/**
 * Runs `write` for a scheduled mail if its receiver still sees the case and still wants such mails.
 * Postpones the mail while the deletion of the case can be undone. The other region sends it if the case has moved
 * there.
 */
export async function withPlannedMail<N extends PlannedQueue>(
  services: Services,
  queue: N,
  { job, setting }: { job: JobData[N]; setting: MailSetting },
  write: (work: Work<Doer>, about: { dentalCase: About; receiver: Receiver }) => Promise<void>,
): Promise<void> {
  const move = await inTransaction(services, NOBODY, async (work) => {
    // Locked until the end, because an uncommitted change may have skipped its own mail in favour of this one.
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
      return until ? null : moveOf(work.tx, job.caseId);
    }
    const [receiver] = await wanting(work.tx, [job.userId], setting);
    if (receiver) await write(work, { dentalCase, receiver });
    return null;
  });
  if (move) await handOver(services, queue, { move, job });
}

/** Until when the deletion of a case can be undone; undefined if it is not being deleted. */
async function endOfUndo(tx: Tx, caseId: number): Promise<Date | undefined> {
  const deletion = await tx
    .selectFrom('case_deletion')
    .select('ends_at')
    .where('outcome', 'is', null)
    .where(sql<boolean>`case_ids @> array[${caseId}]::bigint[]`)
    .executeTakeFirst();
  return deletion?.ends_at;
}
