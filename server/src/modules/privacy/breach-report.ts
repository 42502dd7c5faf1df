import { isIPv4 } from 'node:net';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { institutionOf, nameOf, type PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { ACTION_OF } from './accesses.sql.ts';
import { type FormerOwner, ownersOf } from './address-owners.sql.ts';

/** Known facts of an incident; entries have to match all of them. */
export interface Incident {
  session?: string;
  /** Email address of the account that was used, also of staff who acted for a customer. */
  account?: string;
  /** Id of a file that leaked. */
  file?: number;
  /** Network address. */
  address?: string;
  from?: Date;
  to?: Date;
}

/** A practice whose data was touched. `contact` is the owner of the group, or the person without one. */
interface Affected {
  contact: { id: number; name: string; institution: string; email: string; country: string };
  cases: { no: string; actions: string[]; entries: number; first: string; last: string }[];
}

export interface BreachReport {
  entries: number;
  /** Accounts that were used. */
  accounts: { id: number; name: string; email: string; sessions: string[] }[];
  /** Accounts that no longer have the given address; their accesses count too. */
  former: FormerOwner[];
  practices: Affected[];
}

/** Thrown if the report cannot be made with the given facts. */
export class NoReport extends Error {}

/** Actions that give case data to the person; fetching an export affects all cases in it. */
const TOUCHING = [...Object.keys(ACTION_OF), 'drafts_listed', 'access_log_read', 'data_export_fetched'];

/**
 * The extent of an incident by the audit log: the cases that were seen, changed or downloaded, with the practices of
 * both sides. Purged cases are included with the data of their stub.
 */
export async function breachReport(services: Services, incident: Incident): Promise<BreachReport> {
  const { db } = services;
  const owners = incident.account ? await ownersOf(db, incident.account) : { now: [], former: [] };
  const where = await conditions(services, incident, owners);
  const hits = sql`
    select id, at, action, user_id, acting_for, session_id, case_id, object_type, object_id, detail from audit_log
    where result = 'ok' and action = any(${TOUCHING}::text[]) and ${sql.join(where, sql` and `)}
  `;
  // An entry refers to one case, to the cases of a list, or to an export.
  const { rows: touched } = await sql<Touched & { id: number }>`
    with hit as materialized (${hits}), touch as (
      select case_id, id, action, at from hit where case_id is not null
      union
      select listed.value::bigint, hit.id, action, at from hit
        cross join lateral jsonb_array_elements_text(detail->'cases') as listed
        where case_id is null and jsonb_typeof(detail->'cases') = 'array'
      union
      select packed.case_id, hit.id, hit.action, hit.at from hit
        join audit_log as packed on packed.action = 'case_exported' and packed.object_type = 'data_export'
          and packed.object_id = hit.object_id
        where hit.action = 'data_export_fetched'
    )
    select dental_case.id, no, author_id,
      -- The other side has nothing of a draft.
      case when published_at is not null then recipient_id end as recipient_id, array_agg(distinct action order by action) as actions,
      count(distinct touch.id)::bigint as entries, min(at) as first, max(at) as last
    from touch join dental_case on dental_case.id = touch.case_id
    group by dental_case.id order by dental_case.id
  `.execute(db);
  const { rows: used } = await sql<{ person: PersonRow; email: string; sessions: string[]; entries: number }>`
    with hit as materialized (${hits})
    select ${personJson('person')} as person, person.email, count(distinct hit.id)::bigint as entries,
      array_remove(array_agg(distinct hit.session_id::text order by hit.session_id::text), null) as sessions
    from hit join app_user as person on person.id in (hit.user_id, hit.acting_for)
    group by person.id order by person.id
  `.execute(db);
  const { rows: counted } = await sql<{ entries: number }>`
    select count(*)::bigint as entries from (${hits}) as hit
  `.execute(db);
  await audit(db, NOBODY, { action: 'breach_reported', detail: { cases: touched.length } });
  return {
    entries: counted[0]?.entries ?? 0,
    accounts: used.map(({ person, email, sessions }) => ({
      id: person.id,
      name: nameOf(person),
      email,
      sessions,
    })),
    former: owners.former,
    practices: await practicesOf(services, touched),
  };
}

async function conditions(
  { db }: Services,
  incident: Incident,
  owners: { now: number[]; former: FormerOwner[] },
): Promise<RawBuilder<unknown>[]> {
  const { session, account, file, address, from, to } = incident;
  const where: RawBuilder<unknown>[] = [];
  if (session) where.push(sql`session_id = ${session}::uuid`);
  if (address) where.push(sql`ip = any(${formsOf(address)}::text[])`);
  if (from) where.push(sql`at >= ${from}`);
  if (to) where.push(sql`at < ${to}`);
  if (account) {
    const ids = [...owners.now, ...owners.former.map(({ id }) => id)];
    if (ids.length === 0) throw new NoReport(`Nobody has the address ${account} or is known to have had it.`);
    where.push(sql`(user_id = any(${ids}::bigint[]) or acting_for = any(${ids}::bigint[]))`);
  }
  if (file !== undefined) {
    const found = await db
      .selectFrom('case_file')
      .select('case_id')
      .where('id', '=', file)
      .executeTakeFirst();
    if (!found) throw new NoReport(`There is no file ${file}, or its case has been purged.`);
    where.push(sql`case_id = ${found.case_id} and (
      (object_type = 'file' and object_id = ${file}) or detail->'files' @> ${JSON.stringify([file])}::jsonb
      or action = 'case_exported'
    )`);
  }
  if (where.length === 0) throw new NoReport('Say what is known of the incident.');
  return where;
}

/** Spellings of an address in the log: IPv6 in its short form, IPv4 also as dual-stack sockets report it. */
function formsOf(address: string): string[] {
  const short = isIPv4(address) ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  const halves = [high, low].map((half) => Number.parseInt(half ?? '', 16));
  const plain = high ? halves.flatMap((half) => [half >> 8, half & 255]).join('.') : short;
  return isIPv4(plain) ? [plain, `::ffff:${plain}`] : [plain];
}

interface Touched {
  no: string;
  author_id: number;
  recipient_id: number | null;
  actions: string[];
  entries: number;
  first: Date;
  last: Date;
}

/** The cases by practice; a case belongs to the practices of both sides. */
async function practicesOf({ db }: Services, touched: readonly Touched[]): Promise<Affected[]> {
  const parties = [
    ...new Set(touched.flatMap(({ author_id, recipient_id }) => [author_id, recipient_id ?? author_id])),
  ];
  const { rows } = await sql<{ party: number; email: string; country: string; contact: PersonRow }>`
    select party.id as party, contact.email, contact.country, ${personJson('contact')} as contact
    from unnest(${parties}::bigint[]) as party (id)
    join app_user as contact on contact.id = coalesce((
      select owner_id from group_member join share_group on share_group.id = group_member.group_id
      where group_member.user_id = party.id and group_member.status = 'ACCD' limit 1
    ), party.id)
    order by contact.id
  `.execute(db);
  const practices = new Map<number, Affected>();
  const contactOf = new Map(rows.map(({ party, contact }) => [party, contact.id]));
  for (const { email, country, contact } of rows)
    practices.set(contact.id, {
      contact: { id: contact.id, name: nameOf(contact), institution: institutionOf(contact), email, country },
      cases: [],
    });
  for (const { no, author_id, recipient_id, actions, entries, first, last } of touched) {
    const sides = new Set(
      [author_id, recipient_id].flatMap((id) => (id === null ? [] : [contactOf.get(id)])),
    );
    for (const side of sides)
      practices
        .get(side ?? 0)
        ?.cases.push({ no, actions, entries, first: first.toISOString(), last: last.toISOString() });
  }
  return [...practices.values()];
}
