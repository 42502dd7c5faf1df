import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, internalActor } from '../../platform/http/actor.ts';
import { isFuture, isoText, readBefore } from '../../platform/region/peer-clock.ts';
import type { Work } from '../../platform/work.ts';
import { GUEST, takePeople } from '../people/guest-rows.sql.ts';
import { circlesOf } from './circle.sql.ts';
import { endExportsOfParted } from './end-exports.ts';
import { releaseAssignees } from './release-assignees.ts';

/**
 * The groups of people as their own region states them to the other one, where they are guests. It is complete for each
 * of them: a person without a row has no group. Rows are JSON texts, so that ids are not rounded by JavaScript.
 */
export const StatedCircles = z.object({
  /** When the rows were read; statements are ordered by it. */
  at: z.string(),
  ids: z.array(z.number().int().positive()).max(10_000),
  /** All members of these circles, of whom `ids` may be a page; earlier versions omit it. */
  circle: z.array(z.number().int().positive()).max(10_000).optional(),
  people: z.string(),
  groups: z.string(),
  members: z.string(),
});
export type StatedCircles = z.infer<typeof StatedCircles>;

/** Statements are read one at a time, so that their times are in the order of their contents. */
const TURN = sql`select pg_advisory_xact_lock(hashtext('stated-circles'))`;

/** Blocks statements until the end of this transaction, so that later ones contain its changes. */
export async function delayStatements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('stated-circles'))`.execute(tx);
}

/**
 * People of one page, besides the owners, so that it fits into a request or a reply with the longest names and
 * addresses.
 */
const PEOPLE_A_PAGE = 200;

/**
 * States the circles of those of the people who live in this region, in pages that are stored in this order: owners are
 * on the first one, because their groups have to exist before the members. With `only`, other people and their groups
 * are omitted.
 */
export async function stateCircles(
  tx: Tx,
  people: readonly number[],
  only?: readonly number[],
): Promise<StatedCircles[]> {
  const pages: StatedCircles[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const stated: CirclesPage = await stateCirclesPage(tx, people, after, only);
    pages.push(stated.page);
    after = stated.next;
  }
  return pages;
}

interface CirclesPage {
  page: StatedCircles;
  /** Id after which the next page begins; null after the last. */
  next: number | null;
}

/**
 * The page of `stateCircles` with the people after an id, 0 for the first one. It is complete even if other people are
 * removed in between.
 */
export async function stateCirclesPage(
  tx: Tx,
  people: readonly number[],
  after: number,
  only?: readonly number[],
): Promise<CirclesPage> {
  await TURN.execute(tx);
  return readPage(tx, sql`select unnest(${[...people]}::bigint[])`, sql`clock_timestamp()`, after, only);
}

/** The same for all ids that a query finds; `at` must not be later than the rows are read. */
export const readCircles = async (
  tx: Tx,
  people: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): Promise<StatedCircles> => (await readPage(tx, people, at, null)).page;

/** The page of a person who owns a group or has none; does not wait for changes of groups. */
export const readOwnCircle = async (tx: Tx, userId: number): Promise<StatedCircles> =>
  (await readPage(tx, sql`select ${userId}::bigint`, sql`now()`, 0)).page;

async function readPage(
  tx: Tx,
  people: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  after: number | null,
  only?: readonly number[],
): Promise<CirclesPage> {
  const isStated = (id: string) => (only ? sql`${sql.ref(id)} = any(${[...only]}::bigint[])` : sql`true`);
  const { rows } = await sql<StatedCircles & { next: number | null }>`
    with asked (id) as (${people}),
    circle as (
      select id from app_user where presence = 'home' and id in (select unnest(circle_of(id)) from asked)
        and ${isStated('app_user.id')}
    ),
    page as (
      select id from circle where id > ${after ?? 0} order by id limit ${after === null ? null : PEOPLE_A_PAGE}::bigint
    ),
    around as (
      select id from page union select owner_id from share_group
      where ${after === 0} and owner_id in (select id from circle)
    ),
    circles as (select * from share_group where owner_id in (select id from around)),
    mates as (
      select * from group_member where status = 'ACCD' and user_id in (select id from around) and group_id in (
        select share_group.id from share_group join app_user as owner on owner.id = owner_id where owner.presence = 'home'
          and ${isStated('owner_id')}
      )
    ),
    named as (
      select ${GUEST} from app_user
      where presence = 'home' and id in (select id from around union select requester_id from mates)
        and ${isStated('app_user.id')}
    )
    select ${isoText(at)} as at, array(select id from around order by id) as ids,
      array(select id from circle order by id) as circle,
      (select coalesce(json_agg(named), '[]')::text from named) as people,
      (select coalesce(json_agg(circles), '[]')::text from circles) as groups,
      (select coalesce(json_agg(mates), '[]')::text from mates) as members,
      (select max(id)::bigint from page having count(*) = ${PEOPLE_A_PAGE}) as next
  `.execute(tx);
  const [stated] = rows;
  if (!stated) throw new Error('a query without a table has one row');
  const { next, ...page } = stated;
  return { page, next };
}

/**
 * Stores the other region's statement about its people, so that `circle_of` holds for guests too. An older statement
 * about a person does not overwrite a newer one. Unknown people are added only if a member of the circle was sent a
 * case that is stored here.
 * @returns the people whose stored circle was older than the statement, without unknown people.
 */
export async function storeCircles(
  tx: Tx,
  { at, ids, circle = ids, people, groups, members }: StatedCircles,
): Promise<number[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from dental_case where recipient_id = any(${circle}::bigint[]))
  `.execute(tx);
  await takePeople(tx, people, { at, onlyKnown: !rows[0]?.exists });
  // Closed accounts have no connections, so their addresses must not stay in any row.
  await sql`
    delete from connection using app_user as closed
    where closed.id = any(${ids}::bigint[]) and closed.id in (owner_id, user_id)
      and closed.presence in ('guest', 'moved') and closed.deleted_at is not null
  `.execute(tx);
  const known = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('presence', 'in', ['guest', 'moved'])
    .where((row) =>
      row.or([
        row('circle_stated_at', 'is', null),
        row('circle_stated_at', '<', sql<Date>`${at}::timestamptz`),
        isFuture(sql.ref('circle_stated_at')),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const later = known.map(({ id }) => id);
  if (later.length === 0) return [];
  const stated = (table: 'share_group' | 'group_member', text: string, person: string) => sql`
    select row.* from json_populate_recordset(null::${sql.table(table)}, ${text}::json) as row
    where ${sql.ref(`row.${person}`)} = any(${later}::bigint[])`;
  const owned = stated('share_group', groups, 'owner_id');
  const joined = stated('group_member', members, 'user_id');
  await sql`
    delete from group_member where user_id = any(${later}::bigint[])
      and (group_id, user_id) not in (select group_id, user_id from (${joined}) as joined)
  `.execute(tx);
  await sql`
    delete from share_group where owner_id = any(${later}::bigint[])
      and id not in (select id from (${owned}) as owned)
  `.execute(tx);
  await sql`
    insert into share_group (id, name, owner_id, created_at)
    select id, name, owner_id, created_at from (${owned}) as owned
    on conflict (id) do update set name = excluded.name, owner_id = excluded.owner_id
  `.execute(tx);
  // Another owner's entry with an address that its person has given up.
  await sql`
    delete from group_member using (${joined}) as joined
    where group_member.group_id = joined.group_id and group_member.email_key = joined.email_key
      and group_member.user_id is distinct from joined.user_id
  `.execute(tx);
  await sql`
    insert into group_member (id, group_id, user_id, email, email_key, requester_id, status, language, created_at, updated_at)
    select id, group_id, user_id, email, email_key, requester_id, status, language, created_at, updated_at
    from (${joined}) as joined
    where exists (
      select from share_group join app_user as owner on owner.id = owner_id
      where share_group.id = group_id and owner.presence in ('guest', 'moved')
    )
      and exists (select from app_user where app_user.id = requester_id)
    on conflict do nothing
  `.execute(tx);
  await tx
    .updateTable('app_user')
    .set({ circle_stated_at: sql`${at}::timestamptz` })
    .where('id', 'in', later)
    .execute();
  return later;
}

/**
 * Stores the other region's statement about one practice, and notifies the people whose circle has changed to reload
 * their cases.
 */
export async function takeCircles(work: Work<Doer>, stated: StatedCircles): Promise<void> {
  const at = await readBefore({ log: work.services.log, db: work.tx }, stated.at);
  const before = await circlesOf(work.tx, stated.ids);
  const known = await storeCircles(work.tx, { ...stated, at });
  const after = await circlesOf(work.tx, stated.ids);
  const changed = known.filter((id) => String(before.get(id) ?? [id]) !== String(after.get(id)));
  const [first] = changed;
  if (first === undefined) return;
  const audience = [
    ...new Set(changed.flatMap((id) => [...(before.get(id) ?? []), ...(after.get(id) ?? [])])),
  ];
  const as = work.as(internalActor(first));
  await as.record({ name: 'sharegroup_settled', audience, ids: {} });
  await endExportsOfParted(as, before, after);
  // After a large group was handed over, its former owner is on a later page.
  await releaseAssignees(as, audience, stated.circle);
}

/** Whether a statement is older than the stored data of any of its people, which it therefore did not change. */
export async function isOutdated(tx: Tx, { at, ids }: StatedCircles): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from app_user where id = any(${ids}::bigint[]) and presence in ('guest', 'moved')
        and greatest(circle_stated_at, person_stated_at) > ${at}::timestamptz
    )
  `.execute(tx);
  return rows[0]?.exists ?? false;
}
