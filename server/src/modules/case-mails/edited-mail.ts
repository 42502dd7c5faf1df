import type { JobData } from '../../platform/jobs/queues.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';
import { type CaseChange, recordCaseChange } from '../case-access/record-case-change.ts';
import { queueCaseMail, wanting, withPlannedMail } from './case-mail.ts';
import { takeUnmailed } from './comment-mail.ts';
import { planCaseMail } from './plan-case-mail.ts';
import { latestEvent, whatHappened } from './what-happened.sql.ts';

/** Changes of one case within this time are collected into one mail per receiver. */
const GATHER_MS = 60_000;

/** Records a change of a case and schedules the mail about it for those who want one. */
export async function recordCaseEdit(work: Work, caseId: number, change: CaseChange): Promise<void> {
  await queueEditedMails(work, caseId, await recordCaseChange(work, caseId, change));
}

/** Schedules one mail, a minute from now, to everybody in the audience who wants it, except the actor. */
export async function queueEditedMails(
  work: Work,
  caseId: number,
  audience: readonly number[],
): Promise<void> {
  const others = audience.filter((userId) => userId !== work.actor.userId);
  const startAfter = new Date(Date.now() + GATHER_MS);
  const since = await latestEvent(work.tx, caseId);
  for (const { id } of await wanting(work.tx, others, 'post_edit_email')) {
    await planCaseMail(work, 'edited-mail', { caseId, userId: id, since }, startAfter);
  }
}

/**
 * Sends the scheduled mail if the receiver still sees the case and still wants mails. It lists the changes since it was
 * scheduled, and the comments that would have been mailed two minutes later.
 */
export const sendEditedMail = (services: Services, job: JobData['edited-mail']): Promise<void> =>
  withPlannedMail(services, 'edited-mail', { job, setting: 'post_edit_email' }, async (work, about) => {
    const { caseId, userId, since } = job;
    const news = since === undefined ? [] : await whatHappened(work.tx, { caseId, userId, since });
    if (news === null) return;
    const comments = news.length > 0 ? await takeUnmailed(work, job, about.receiver.language) : null;
    if (comments) news.push({ what: 'comments', by: comments.authors, count: comments.count });
    await queueCaseMail(work, 'case-edited', {
      ...about,
      ...(news.length > 0 ? { params: { news: JSON.stringify(news) } } : {}),
    });
  });
