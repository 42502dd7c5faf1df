import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { practiceOf } from './practice.sql.ts';

const LINKS_PER_PAGE = 50;

/** Links that people of one's practice made and that still work. */
export async function listOpenLinks({ db }: Services, actor: Actor, before: number | undefined) {
  const people = await practiceOf(db, actor);
  const rows = await db
    .selectFrom('share_link')
    .innerJoin('dental_case', 'dental_case.id', 'share_link.case_id')
    .innerJoin('app_user as maker', 'maker.id', 'share_link.maker_id')
    .select(['share_link.id', 'share_link.recipient', 'allows_download', 'open_count', 'last_opened_at'])
    .select(['share_link.created_at', 'share_link.expires_at'])
    .select(['dental_case.id as case_id', 'dental_case.no', 'patient_first', 'patient_last'])
    .select(personJson('maker').as('maker'))
    .where('share_link.maker_id', 'in', people)
    .where('share_link.revoked_at', 'is', null)
    .where('share_link.expires_at', '>', sql<Date>`now()`)
    .where('maker.blocked_at', 'is', null)
    .where(visibleToCircle(sql`${people}::bigint[]`))
    .where('share_link.id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('share_link.id', 'desc')
    .limit(LINKS_PER_PAGE + 1)
    .execute();
  const page = rows.slice(0, LINKS_PER_PAGE);
  return {
    links: page.map((row) => ({
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
    })),
    next: rows.length > LINKS_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
