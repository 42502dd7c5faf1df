import { type AccessAction, MAX_ACCESS_CASES } from '@cusp/contract/privacy.routes';
import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/search-pattern.ts';
import type { ListPlace } from '../../platform/http/list-place.ts';
import { isAroundCircle, visibleToCircle, walkEach } from '../case-access/visible-cases.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** The entries of the audit log that are accesses. */
export const ACTION_OF: Readonly<Record<string, AccessAction>> = {
  cases_listed: 'listed',
  cases_searched: 'searched',
  case_read: 'opened',
  case_kept: 'kept',
  file_read: 'file_viewed',
  file_downloaded: 'downloaded',
  files_downloaded: 'downloaded_all',
  order_form_downloaded: 'order_form',
  case_sent: 'sent',
  case_changed: 'changed',
  case_deleted: 'deleted',
  case_restored: 'restored',
  case_shared: 'shared',
  share_revoked: 'link_ended',
  share_opened: 'link_opened',
  share_file_read: 'link_viewed',
  share_file_downloaded: 'link_downloaded',
  share_files_downloaded: 'link_downloaded_all',
  handoff_opened: 'phone_opened',
  statement_issued: 'changed',
  case_shipped: 'changed',
  shipment_removed: 'changed',
  statement_downloaded: 'downloaded',
  case_exported: 'exported',
};
const ACTIONS = Object.keys(ACTION_OF);

export interface AccessRow {
  id: number;
  /** Microseconds since the Unix epoch. */
  at: number;
  action: string;
  user_id: number | null;
  person: PersonRow | null;
  by_support: boolean;
  case_id: number | null;
  case_no: string | null;
  patient_first: string | null;
  patient_last: string | null;
  case_count: number | null;
  filename: string | null;
  recipient: string | null;
  ip: string;
}

interface Wanted {
  people: readonly number[];
  person: number | null;
  /** Only accesses to these cases, by all people; null for all accesses by people of the practice. */
  cases: readonly number[] | null;
  from: Date;
  to: Date;
  before: ListPlace | null;
  take: number;
}

/**
 * Cases that the practice sees and whose patient, number or institutions contain all words; at most one more than the
 * limit.
 */
export async function casesFound(db: DbOrTx, people: readonly number[], search: string): Promise<number[]> {
  const hasWords = await hasWordsOf(db, search);
  if (!hasWords) return [];
  const found = sql`comment_id = 0 and ${hasWords}`;
  const { rows } = await sql<{ id: number }>`
    select distinct id from (${walkEach('case_search', people, ({ where }) => [
      sql`(select case_id as id from case_search where ${where} and ${found} limit ${MAX_ACCESS_CASES + 1})`,
    ])}) as hit order by id desc limit ${MAX_ACCESS_CASES + 1}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether `casesFound` may return a case that the practice sees; true without words. */
export async function isFoundBy(db: DbOrTx, caseId: number, search: string): Promise<boolean> {
  const hasWords = await hasWordsOf(db, search);
  if (!hasWords) return true;
  const { rows } = await sql`
    select from case_search where case_id = ${caseId} and comment_id = 0 and ${hasWords} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Condition: `text`, made by `search_text()`, contains all words of a search; null if it has no words. */
export async function hasWordsOf(db: DbOrTx, search: string): Promise<RawBuilder<boolean> | null> {
  const { rows } = await sql<{ word: string }>`
    select fold(word) as word from regexp_split_to_table(${search}::text, '[[:space:]]+') as word where word <> ''
  `.execute(db);
  if (rows.length === 0) return null;
  const texts = rows.map(({ word }) => sql`text like ${patternOf(word)}`);
  return sql<boolean>`(${sql.join(texts, sql` and `)})`;
}

/**
 * A page of the access log, latest first. Entries of a person are read along an index; those of a few cases are found
 * by case. Accesses to drafts, and to cases without a party in the practice, are left out.
 */
export async function readAccesses(db: DbOrTx, wanted: Wanted): Promise<AccessRow[]> {
  const { people, cases, take } = wanted;
  const practice = bigints(people);
  const entries = cases === null ? byPeople(wanted) : byCases(wanted, cases);
  const { rows } = await sql<AccessRow>`
    select entry.id, (extract(epoch from entry.at) * 1000000)::bigint as at, entry.action, entry.user_id,
      ${personJson('person')} as person, entry.acting_for is not null as by_support,
      dental_case.id as case_id, dental_case.no as case_no,
      case when ${visibleToCircle(practice)} then dental_case.patient_first end as patient_first,
      case when ${visibleToCircle(practice)} then dental_case.patient_last end as patient_last,
      jsonb_array_length(entry.detail->'cases') as case_count,
      case when ${visibleToCircle(practice)} then case_file.filename end as filename,
      share_link.recipient, entry.ip
    from (select * from (${entries}) as found order by at desc, id desc limit ${take}) as entry
    left join app_user as person on person.id = entry.user_id
    left join dental_case on dental_case.id = ${cases === null ? sql`entry.case_id` : caseOnList(cases)}
    left join case_file on entry.object_type = 'file' and case_file.id = entry.object_id
      and case_file.case_id = dental_case.id
    left join share_link on share_link.id =
        case when entry.object_type = 'share_link' then entry.object_id else (entry.detail->>'share')::bigint end
      and share_link.case_id = dental_case.id and share_link.maker_id = any(${practice})
    order by entry.at desc, entry.id desc
  `.execute(db);
  return rows;
}

/** With all microseconds, and as a value, so that PostgreSQL starts at this position of the index. */
const momentOf = ({ at }: ListPlace): string =>
  new Date(Math.floor(at / 1000)).toISOString().replace('Z', `${String(at % 1000).padStart(3, '0')}Z`);

const isWanted = ({ person, from, to, before }: Wanted) => sql`
  result = 'ok' and action = any(${ACTIONS}::text[]) and at >= ${from} and at < ${to}
  and ${person === null ? sql`true` : sql`user_id = ${person}`}
  and ${
    before
      ? sql`at <= ${momentOf(before)}::timestamptz and (at, id) < (${momentOf(before)}::timestamptz, ${before.id}::bigint)`
      : sql`true`
  }`;

/** The case of an entry; for a list, the newest of these cases on it. */
const caseOnList = (cases: readonly number[]) => sql`coalesce(entry.case_id, (
  select max(id) from unnest(${bigints(cases)}) as wanted (id) where entry.detail->'cases' ? id::text
))`;

/** Accesses by the people of the practice. */
const byPeople = (wanted: Wanted) => sql`
  select one.* from unnest(${bigints(wanted.people)}) as member (id)
  cross join lateral (
    select * from audit_log
    where user_id = member.id and ${isWanted(wanted)} and (
      case_id is null and action in ('cases_listed', 'cases_searched')
      or exists (
        select from dental_case where dental_case.id = audit_log.case_id and published_at is not null
          and ${isAroundCircle(bigints(wanted.people))}
      )
    )
    order by at desc, id desc limit ${wanted.take}
  ) as one`;

/** All accesses to these cases, and the lists on which people of the practice saw them. */
const byCases = (wanted: Wanted, cases: readonly number[]) => sql`
  select * from audit_log where case_id = any(${bigints(cases)}) and ${isWanted(wanted)}
  union all
  select * from audit_log
  where action in ('cases_listed', 'cases_searched') and detail->'cases' ?| ${cases.map(String)}::text[]
    and user_id = any(${bigints(wanted.people)}) and ${isWanted(wanted)}`;
