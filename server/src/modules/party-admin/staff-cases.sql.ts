import type { StaffCase } from '@cusp/contract/staff-parties';
import type { STAFF_CASE_SORTS } from '@cusp/contract/staff-parties.routes';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { isKept } from '../case-access/visible-cases.sql.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';
import { type PartyRow, partiesHave, partyJson, partyOf } from './parties.sql.ts';

/** As the indexes of `dental_case` have them. */
const SORTS: Record<(typeof STAFF_CASE_SORTS)[number], RawBuilder<unknown>> = {
  no: sql`no collate "C"`,
  status: sql`status`,
  sent: sql`published_at`,
  updated: sql`updated_at`,
};

/** Two people whose cases are listed; 0 matches no person. */
export interface Pair {
  owner_id: number;
  user_id: number;
}

/**
 * Sent cases that at least one side still has, or those between two people. A search reads the beginning of the number
 * and the two parties, but no data of the patient.
 */
export const caseList = (db: DbOrTx, pair: Pair | null): LongList => ({
  table: sql`dental_case`,
  where: [isKept(), ...(pair ? [isBetween(pair)] : [])],
  searched: partiesHave(db, {
    columns: [sql.ref('dental_case.author_id'), sql.ref('dental_case.recipient_id')],
    listed: sql<boolean>`in_cases`,
    hasRows: hasCases,
    among: isWithOneOf,
    also: (word) => sql<boolean>`dental_case.no collate "C" ^@ ${word.toUpperCase()}`,
    isNarrowed: pair !== null,
  }),
  sorts: SORTS,
  async count() {
    const { rows } = await (pair
      ? sql<{ count: number }>`
          select coalesce(sum(count), 0)::bigint as count from case_tally where ${isBetween(pair)}
        `
      : sql<{ count: number }>`
          select coalesce(sum(count), 0)::bigint as count from list_tally where list like 'cases %'
        `
    ).execute(db);
    return rows[0]?.count ?? 0;
  },
});

/** The recipient's cases are in two indexes: those of which the recipient has a copy, and the rest. */
const isWithOneOf = (ids: RawBuilder<unknown>) => sql<boolean>`author_id = any(${ids})
  or (recipient_id = any(${ids}) and recipient_removed_at is null)
  or (recipient_id = any(${ids}) and recipient_removed_at is not null and author_removed_at is null)`;

/** Read for one person at a time: `offset 0` keeps PostgreSQL from reading the whole tally into a hash table. */
const hasCases = (person: RawBuilder<number>) => sql<boolean>`(
  exists (select from case_tally where author_id = ${person} and count > 0 offset 0)
  or exists (select from case_tally where recipient_id = ${person} and count > 0 offset 0)
)`;

const isBetween = ({ owner_id, user_id }: Pair) => sql<boolean>`(
  (author_id = ${owner_id} and recipient_id = ${user_id}) or (author_id = ${user_id} and recipient_id = ${owner_id})
)`;

interface CaseRow
  extends Omit<StaffCase, 'author' | 'recipient' | 'sent_date' | 'updated_date' | 'completed_date'> {
  author: PartyRow;
  recipient: PartyRow;
  published_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

/** Cases with these ids, in no order. Sizes and counts are computed for them alone. */
export async function staffCasesOf(db: DbOrTx, ids: readonly number[]): Promise<StaffCase[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CaseRow>`
    select dental_case.id, no, status, published_at, dental_case.updated_at, delivery_date, completed_at,
      ${partyJson('author')} as author, ${partyJson('recipient')} as recipient,
      file.count as files, file.size, comment.count as comments, made.count as restorations
    from dental_case
    join app_user as author on author.id = author_id
    join app_user as recipient on recipient.id = recipient_id
    cross join lateral (
      select count(*) as count, coalesce(sum(size), 0)::bigint as size from case_file
      where case_id = dental_case.id and deleted_at is null
    ) as file
    cross join lateral (
      select count(*) as count from case_comment where case_id = dental_case.id and deleted_at is null
    ) as comment
    cross join lateral (select count(*) as count from restoration where case_id = dental_case.id) as made
    where dental_case.id = any(${[...ids]}::bigint[]) and ${isKept()}
  `.execute(db);
  return rows.map(({ published_at, updated_at, completed_at, author, recipient, ...row }) => ({
    ...row,
    author: partyOf(author),
    recipient: partyOf(recipient),
    sent_date: published_at.toISOString(),
    updated_date: updated_at.toISOString(),
    completed_date: completed_at?.toISOString() ?? null,
  }));
}
