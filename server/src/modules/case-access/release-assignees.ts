import { sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { Work } from '../../platform/work.ts';
import { sidesOf } from './case-sides.sql.ts';
import { audienceOf, circleSql, isAroundCircle, isOnAuthorsSide } from './visible-cases.sql.ts';

/**
 * After people have left a group: unassigns cases whose assignee no longer sees them, so that the side that keeps the
 * case is informed. Both sides get an event. The cases are locked by id, as in deletions, so that the two cannot
 * deadlock. Colleagues of `mates` stay assigned to each other's cases, also while the rows of their group are
 * incomplete.
 */
export async function releaseAssignees(
  work: Work,
  people: readonly number[],
  mates: readonly number[] = [],
): Promise<void> {
  const { recipient } = sidesOf('dental_case');
  // A copy that the recipient's side deleted can come back, so its own people stay assigned.
  const { rows } = await sql<{ id: number }>`
    with released as materialized (
      select id from dental_case
      where assignee_id = any(${circleSql(people)}) and ${isAroundCircle(circleSql(people))}
        and published_at is not null
        and not ${recipient.own} = any(circle_of(assignee_id)) and not ${isOnAuthorsSide(sql`circle_of(assignee_id)`)}
        and not (assignee_id = any(${bigints(mates)}) and ${recipient.own} = any(${bigints(mates)}))
      order by id for update
    )
    update dental_case set assignee_id = null from released where dental_case.id = released.id
    returning dental_case.id
  `.execute(work.tx);
  for (const { id } of rows) {
    const audience = await audienceOf(work.tx, { id });
    // A deleted case can be restored, so it is unassigned too, without an event.
    if (audience.length === 0) continue;
    await work.record({ name: 'post_assignee_changed', caseId: id, audience });
  }
}
