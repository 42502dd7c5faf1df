import type { Doer } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import type { Work } from '../../platform/work.ts';

export type PlannedQueue = 'comment-mail' | 'edited-mail' | 'published-mail';

export const keyOf = (job: JobData[PlannedQueue]): string =>
  [...('kind' in job ? [job.kind] : []), job.caseId, job.userId].join(':');

/**
 * Schedules a mail. Does nothing if one is already scheduled for the same person, case and kind, or if a job with this
 * id was added before.
 */
export const planCaseMail = <N extends PlannedQueue>(
  work: Work<Doer>,
  queue: N,
  job: JobData[N],
  startAfter: Date,
  id?: string,
) => work.enqueue(queue, job, { startAfter, singletonKey: keyOf(job), ...(id ? { id } : {}) });
