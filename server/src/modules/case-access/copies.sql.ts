import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { circleOf } from './circle.sql.ts';
import { isAroundCircle } from './visible-cases.sql.ts';

/** Ids of cases by the side whose copy of them was removed. */
interface Copies {
  author: number[];
  recipient: number[];
}

/**
 * Removes the copies that a person's circle has of these cases: one each, or both if both parties are in the circle.
 */
export async function removeCopies(tx: Tx, userId: number, caseIds: readonly number[]): Promise<Copies> {
  const removed = (side: 'author' | 'recipient') => {
    const at = sql.ref(`${side}_removed_at`);
    return sql`${at} = case when ${sql.ref(`${side}_id`)} = any(${circleOf(userId)}) then coalesce(${at}, now()) else ${at} end`;
  };
  const { rows } = await sql<{ id: number; author: boolean; recipient: boolean }>`
    update dental_case set ${removed('author')}, ${removed('recipient')} where id = any(${bigints(caseIds)})
    returning id, old.author_removed_at is distinct from new.author_removed_at as author,
      old.recipient_removed_at is distinct from new.recipient_removed_at as recipient
  `.execute(tx);
  const of = (side: keyof Copies) => rows.flatMap((row) => (row[side] ? [row.id] : []));
  return { author: of('author'), recipient: of('recipient') };
}

/** Restores removed copies. */
export async function restoreCopies(tx: Tx, { author, recipient }: Copies): Promise<void> {
  await sql`
    update dental_case set
      author_removed_at = case when id = any(${bigints(author)}) then null else author_removed_at end,
      recipient_removed_at = case when id = any(${bigints(recipient)}) then null else recipient_removed_at end
    where id = any(${bigints([...author, ...recipient])})
  `.execute(tx);
}

/** Whether only one side still has a copy of a visible case. Expects `dental_case` in the query. */
export const hasOneCopy: RawBuilder<boolean> = sql<boolean>`(
  dental_case.author_removed_at is not null or dental_case.recipient_removed_at is not null
)`;

/** Whether no side has a copy of a case any more, or its draft was discarded. Expects `dental_case` in the query. */
export const isGone: RawBuilder<boolean> = sql<boolean>`(
  dental_case.author_removed_at is not null
  and (dental_case.recipient_removed_at is not null or dental_case.published_at is null)
)`;

/** Whether a person is in one of the circles of these cases, with or without a copy. */
export async function isAroundAny(db: DbOrTx, userId: number, caseIds: readonly number[]): Promise<boolean> {
  const known = await db
    .selectFrom('dental_case')
    .select('id')
    .where('id', 'in', [...caseIds])
    .where('published_at', 'is not', null)
    .where(isAroundCircle(circleOf(userId)))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}
