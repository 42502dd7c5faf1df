import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { peopleAround } from './circle.sql.ts';

/**
 * The people whom a reply concerns: those who wrote in its thread or are mentioned there. Null for a comment that is
 * not a reply, and for a reply in a thread without the other side: like any comment it then concerns everybody, because
 * otherwise the other side would not learn of it.
 * @param sees The people who see the case, without the author of the reply.
 */
export async function peopleOfReply(
  tx: Tx,
  commentId: number,
  sees: readonly number[],
): Promise<ReadonlySet<number> | null> {
  const reply = await tx
    .selectFrom('case_comment as comment')
    .innerJoin('dental_case', 'dental_case.id', 'comment.case_id')
    .select(['comment.author_id as writer', 'comment.thread_id'])
    .select(['dental_case.author_id', 'dental_case.recipient_id'])
    .where('comment.id', '=', commentId)
    .executeTakeFirst();
  if (!reply || reply.thread_id === null) return null;
  const { rows } = await sql<{ id: number }>`
    with thread as (
      select id, author_id from case_comment
      where (id = ${reply.thread_id} or thread_id = ${reply.thread_id}) and deleted_at is null
    )
    select author_id as id from thread
    union select user_id from comment_mention where comment_id in (select id from thread)
  `.execute(tx);
  const authors = await peopleAround(tx, [reply.author_id]);
  const others = authors.includes(reply.writer) ? await peopleAround(tx, [reply.recipient_id]) : authors;
  const people = new Set(rows.map(({ id }) => id).filter((id) => sees.includes(id)));
  return others.some((id) => id !== reply.writer && people.has(id)) ? people : null;
}
