import { type RawBuilder, sql } from 'kysely';
import { isGone } from '../case-access/copies.sql.ts';
import { isHeld } from '../case-access/holds.sql.ts';

/**
 * Whether it is a case's turn to be purged: no side has a copy, no deletion can be undone, no legal hold is open, and it was
 * not purged yet. A
 * case that a move between regions hides looks as if both sides had deleted it, and is left alone. Expects
 * `dental_case` in the query.
 */
export const isToPurge: RawBuilder<boolean> = sql<boolean>`(
  dental_case.purged_at is null and ${isGone}
  and not exists (
    select from case_deletion where outcome is null and case_ids @> array[dental_case.id]::bigint[]
  )
  and not ${isHeld}
  and not exists (select from moved_case where moved_case.case_id = dental_case.id)
)`;
