import type { ShareState } from '@cusp/contract/sharing';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { casesVisibleTo, visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { otherNames } from '../patients/earlier-names.sql.ts';
import { personJson } from '../people/person.sql.ts';
import { sharesManagedBy } from './sharing.policy.ts';

/** Whether the maker has lost what the link gives. Expects `share_link`, its `maker` and its `dental_case` in the query. */
const isEnded = sql<boolean>`(
  maker.deleted_at is not null or maker.blocked_at is not null
  or not ${visibleToCircle(sql`circle_of(share_link.maker_id)`)}
)`;

const stateOf = sql<ShareState>`
  case
    when share_link.revoked_at is not null then 'revoked'
    when share_link.expires_at <= now() then 'expired'
    when ${isEnded} then 'ended'
    else 'active'
  end
`;

function shares(db: DbOrTx) {
  return (
    db
      .selectFrom('share_link')
      .innerJoin('dental_case', 'dental_case.id', 'share_link.case_id')
      .innerJoin('app_user as maker', 'maker.id', 'share_link.maker_id')
      .selectAll('share_link')
      .select(['dental_case.patient_first', 'dental_case.patient_last', 'dental_case.patient_birth'])
      .select(otherNames.as('other_names'))
      .select([stateOf.as('state'), isEnded.as('is_ended'), personJson('maker').as('maker')])
      // A move takes the case along, and the link with it. A case of a guest is a copy whose author has not arrived
      // yet.
      .select(
        sql<
          'home' | 'guest' | 'moved' | 'named'
        >`(select presence from app_user where id = dental_case.author_id)`.as('author_presence'),
      )
      .select(
        sql<boolean>`exists (select from moving_person where is_frozen and user_id = dental_case.author_id)`.as(
          'is_frozen',
        ),
      )
  );
}

export type ShareRow = Awaited<ReturnType<typeof sharesOf>>[number];

/** Links of a case that a person may see, latest first; empty if they do not see the case. */
export const sharesOf = (db: DbOrTx, userId: number, caseId: number) =>
  shares(db)
    .where('share_link.case_id', '=', caseId)
    .where(casesVisibleTo(userId))
    .where(sharesManagedBy(userId))
    .orderBy('share_link.id', 'desc')
    .execute();

/** One link of those. */
export const shareById = (db: DbOrTx, userId: number, id: number) =>
  shares(db)
    .where('share_link.id', '=', id)
    .where(casesVisibleTo(userId))
    .where(sharesManagedBy(userId))
    .executeTakeFirst();

/** A link as opened by a visitor; locked against revoking until the transaction ends. */
export const lockShare = (tx: Tx, by: { hash: Buffer } | { id: number }) =>
  visited(tx, by).forNoKeyUpdate('share_link').executeTakeFirst();

export const findShare = (db: DbOrTx, by: { hash: Buffer } | { id: number }) =>
  visited(db, by).executeTakeFirst();

function visited(db: DbOrTx, by: { hash: Buffer } | { id: number }) {
  return 'hash' in by
    ? shares(db).where('share_link.token_hash', '=', by.hash)
    : shares(db).where('share_link.id', '=', by.id);
}

export async function activeShares(db: DbOrTx, caseId: number): Promise<number> {
  const { count } = await db
    .selectFrom('share_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('case_id', '=', caseId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return count;
}
