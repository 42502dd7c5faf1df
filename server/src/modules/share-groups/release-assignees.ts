import { sql } from 'kysely';
import type { Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';

interface Released {
  id: number;
  author_id: number;
  recipient_id: number | null;
  deleted_at: Date | null;
}

/**
 * After people have parted: cases of theirs whose assignee no longer sees them have nobody assigned, so that
 * the side that keeps the case knows. Both sides are told.
 */
export async function releaseAssignees(work: Work, people: readonly number[]): Promise<void> {
  const { rows } = await sql<Released>`
    update dental_case set assignee_id = null
    where assignee_id = any(${[...people]}::bigint[])
      and (author_id = any(${[...people]}::bigint[]) or recipient_id = any(${[...people]}::bigint[]))
      and published_at is not null
      and not (circle_of(assignee_id) && array[author_id, recipient_id])
    returning id, author_id, recipient_id, deleted_at
  `.execute(work.tx);
  for (const { id, author_id, recipient_id, deleted_at } of rows) {
    // A deleted case can come back, so it is released too; nobody hears of it.
    if (deleted_at) continue;
    await work.record({
      name: 'post_assignee_changed',
      caseId: id,
      audience: await peopleAround(work.tx, [author_id, recipient_id]),
    });
  }
}
