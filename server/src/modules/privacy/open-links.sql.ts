import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

export const LINKS_PER_PAGE = 50;

/**
 * A page of the working links that these people, or guests with whom they have cases, made to cases that these people
 * see, with ids below `before`, and one more if there is another page.
 */
export async function openLinksOf(db: DbOrTx, people: readonly number[], before: number | undefined) {
  const makers = [...people, ...(await guestsWith(db, people))];
  const rows = await db
    .selectFrom('share_link')
    .innerJoin('dental_case', 'dental_case.id', 'share_link.case_id')
    .innerJoin('app_user as maker', 'maker.id', 'share_link.maker_id')
    .select(['share_link.id', 'share_link.recipient', 'allows_download', 'open_count', 'last_opened_at'])
    .select(['share_link.created_at', 'share_link.expires_at'])
    .select(['dental_case.id as case_id', 'dental_case.no', 'patient_first', 'patient_last'])
    .select(personJson('maker').as('maker'))
    .where('share_link.maker_id', '=', sql<number>`any(${makers}::bigint[])`)
    .where('share_link.revoked_at', 'is', null)
    .where('share_link.expires_at', '>', sql<Date>`now()`)
    .where('maker.blocked_at', 'is', null)
    .where('maker.deleted_at', 'is', null)
    .where(visibleToCircle(sql`${[...people]}::bigint[]`))
    .where(visibleToCircle(sql`circle_of(share_link.maker_id)`))
    .where('share_link.id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('share_link.id', 'desc')
    .limit(LINKS_PER_PAGE + 1)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    case: {
      id: row.case_id,
      no: row.no,
      patient: fullName(row.patient_first, row.patient_last),
    },
    maker: nameOf(row.maker),
    recipient: row.recipient,
    allows_download: row.allows_download,
    open_count: row.open_count,
    last_opened_at: row.last_opened_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/** The guests who see cases of these people as their recipients. */
async function guestsWith(db: DbOrTx, people: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct unnest(circle_of(recipient.id)) as id
    from app_user as recipient
    where presence in ('guest', 'moved')
      and id in (select recipient_id from case_tally where author_id = any(${[...people]}::bigint[]))
  `.execute(db);
  return rows.map(({ id }) => id);
}
