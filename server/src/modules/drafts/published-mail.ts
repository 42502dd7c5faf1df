import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';
import { queueCaseMail, wanting, withPlannedMail } from '../case-mails/case-mail.ts';
import { planCaseMail } from '../case-mails/plan-case-mail.ts';
import { partyOf } from '../people/person.present.ts';

/** Schedules the mail about a new case to people of the recipient's side who want it, for when it cannot be undone. */
export async function planPublishedMails(
  work: Work<Doer>,
  { caseId, receivers }: { caseId: number; receivers: readonly number[] },
): Promise<void> {
  const startAfter = new Date(Date.now() + UNDO_MS);
  for (const { id } of await wanting(work.tx, receivers, 'post_publish_email'))
    await planCaseMail(work, 'published-mail', { caseId, userId: id }, startAfter);
}

const undoableUntil = sql<Date>`published_at + make_interval(secs => ${UNDO_MS / 1000})`;

/**
 * Sends the scheduled mail unless the case was taken back. If the case was then sent again, which schedules no second
 * mail, this one waits until the later sending cannot be undone either.
 */
export const sendPublishedMail = (services: Services, job: JobData['published-mail']): Promise<void> =>
  withPlannedMail(services, 'published-mail', { job, setting: 'post_publish_email' }, async (work, about) => {
    const sender = await work.tx
      .selectFrom('dental_case')
      .innerJoin('app_user', 'app_user.id', 'dental_case.author_id')
      .select(['app_user.id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
      .select([undoableUntil.as('until'), sql<boolean>`${undoableUntil} > clock_timestamp()`.as('may_undo')])
      .where('dental_case.id', '=', job.caseId)
      .executeTakeFirstOrThrow();
    if (sender.may_undo) return planCaseMail(work, 'published-mail', job, sender.until);
    await queueCaseMail(work, 'case-published', { ...about, params: { by: partyOf(sender) } });
  });
