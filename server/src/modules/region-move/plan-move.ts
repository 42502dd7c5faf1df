import type { MovePlan } from '@cusp/contract/region-move';
import { MOVE_REST_DAYS, type MoveProblem } from '@cusp/contract/region-move.routes';
import { asksForRegion, regionOfCountry } from '@cusp/contract/storage-region';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import { skinOfKey } from '../../platform/brand/brands.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { askAddress } from '../region-look-up/address-look-up.ts';
import { lostFilesOf, totalsOf } from './files.sql.ts';
import { peopleOf } from './moved-rows.ts';

/** Bytes that a minute of copying transfers; measured between two processes, and halved. */
const BYTES_A_MINUTE = 1_500_000_000;
const CASES_A_MINUTE = 5_000;

/** The data that a move to the region of a country would take along, and the reasons against it. */
export async function planMove(services: Services, actor: Actor, country: string): Promise<MovePlan> {
  const { db, config, storage } = services;
  const circle = await circleFor(db, actor.userId);
  const moves = await totalsOf(db, circle);
  const lost = await lostFilesOf(db, storage, circle);
  const problems = await problemsOf(services, actor, circle, country);
  return {
    to: serverLocOf(otherRegion(config.region)),
    problems: lost.length > 0 ? [...problems, 'lost_files'] : problems,
    people: await namesOf(db, circle),
    moves,
    stays: { cases: await countReceived(db, circle) },
    partners: await partnersWithNames(db, circle),
    invitations: await countInvitations(db, circle),
    passkeys: await countPasskeys(services, circle),
    old_codes: await namesOf(db, await withOldCodes(db, circle)),
    lost_files: lost,
    uploads: await uploadsOf(db, circle),
    minutes: Math.max(1, Math.ceil(moves.bytes / BYTES_A_MINUTE + moves.cases / CASES_A_MINUTE)),
  };
}

/** The people who move together: the group of its owner, or the person alone. */
export async function circleFor(db: DbOrTx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${userId}::bigint as id union
    select group_member.user_id from group_member join share_group on share_group.id = group_id
    where owner_id = ${userId} and status = 'ACCD' and user_id is not null order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Reasons why people cannot move yet, besides problems of their files. */
export async function problemsOf(
  services: Services,
  actor: Actor,
  circle: readonly number[],
  country: string,
): Promise<MoveProblem[]> {
  const { db, config } = services;
  const problems = await problemsHere(db, actor, circle);
  const { brand } = await db
    .selectFrom('app_user')
    .select('brand')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const site = { isCloud: skinOfKey(brand).is_cloud, otherRegionUrl: config.otherRegionUrl };
  if (!config.peer || !asksForRegion(site)) return ['one_region', ...problems];
  if (regionOfCountry(country) === serverLocOf(config.region)) problems.unshift('same_region');
  return (await isAddressTaken(services, circle)) ? [...problems, 'address_taken'] : problems;
}

/**
 * Problems that this region can detect. Rented scanners are among them: their rental manager could not lift a lock
 * afterwards, and devices would lose their manager.
 */
export async function problemsHere(
  db: DbOrTx,
  { userId }: Pick<Actor, 'userId'>,
  circle: readonly number[],
): Promise<MoveProblem[]> {
  const { rows } = await sql<{ problem: MoveProblem }>`
    select 'member' as problem where exists (select from group_member where user_id = ${userId} and status = 'ACCD')
    union all select 'staff' where exists (
      select from app_user where id = ${peopleOf(circle)}
        and (is_device_manager or is_sales_manager or is_staff or is_device_user_viewer)
    )
    union all select 'under_way' where exists (select from moving_person where user_id = ${peopleOf(circle)})
    union all select 'recent' where exists (
      select from region_import where step = 'arrived' and circle && ${[...circle]}::bigint[]
        and ended_at > now() - make_interval(days => ${MOVE_REST_DAYS})
    )
    union all select 'uploads' where exists (${openUploads(circle)})
    union all select 'locked_scanner' where exists (
      select from device_lock join device on device.id = device_id
      where user_id = ${peopleOf(circle)} and locked and rental_manager_id is not null and removed_at is null
    )
    union all select 'rented_devices' where exists (
      select from device where rental_manager_id = ${peopleOf(circle)} and removed_at is null
    )
  `.execute(db);
  return rows.map(({ problem }) => problem);
}

/** Whether the other region has an account with an address of these people; it only compares digests. */
async function isAddressTaken(services: Services, circle: readonly number[]): Promise<boolean> {
  const { peer } = services.config;
  if (!peer) return false;
  const people = await services.db
    .selectFrom('app_user')
    .select('email_key')
    .where('id', 'in', [...circle])
    .where('deleted_at', 'is', null)
    .execute();
  for (const { email_key } of people) if ((await askAddress(services, peer, email_key)).known) return true;
  return false;
}

const openUploads = (circle: readonly number[]) => sql<{ case_no: string; filename: string }>`
  select no as case_no, filename from upload join dental_case on dental_case.id = case_id
  where author_id = ${peopleOf(circle)} and file_id is null and expires_at > now()`;

async function uploadsOf(db: DbOrTx, circle: readonly number[]) {
  const { rows } = await sql<{ case_no: string; filename: string }>`
    ${openUploads(circle)} order by no, filename
  `.execute(db);
  return rows;
}

async function namesOf(db: DbOrTx, ids: readonly number[]) {
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('last_name')
    .execute();
  return people.map(({ id, first_name, last_name }) => ({ id, name: fullName(first_name, last_name) }));
}

async function countReceived(db: DbOrTx, circle: readonly number[]): Promise<number> {
  const { rows } = await sql<{ cases: number }>`
    select coalesce(sum(recipient_count), 0)::integer as cases from case_tally
    where recipient_id = ${peopleOf(circle)} and not author_id = ${peopleOf(circle)}
  `.execute(db);
  return rows[0]?.cases ?? 0;
}

/** Connected people who live here and stay. */
async function partnersWithNames(db: DbOrTx, circle: readonly number[]) {
  const { rows } = await sql<{ id: number; first_name: string; last_name: string; institution: string }>`
    select id, first_name, last_name, institution from app_user
    where presence = 'home' and deleted_at is null and not id = ${peopleOf(circle)} and id in (
      select owner_id from connection where user_id = ${peopleOf(circle)} and status = 'ACCD'
      union select user_id from connection where owner_id = ${peopleOf(circle)} and status = 'ACCD'
    ) order by fold(institution), last_name, id
  `.execute(db);
  return rows.map(({ id, first_name, last_name, institution }) => ({
    id,
    name: fullName(first_name, last_name),
    institution,
  }));
}

async function countInvitations(db: DbOrTx, circle: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from connection where status = 'REQD'
        and (owner_id = ${peopleOf(circle)} or user_id = ${peopleOf(circle)}))
      + (select count(*) from group_member join share_group on share_group.id = group_id where status = 'REQD'
        and (user_id = ${peopleOf(circle)} or owner_id = ${peopleOf(circle)}))
    )::integer as count
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Passkeys that do not work at the other region's site, because its host is not below the one they are bound to. */
async function countPasskeys({ db, config }: Services, circle: readonly number[]): Promise<number> {
  const host = config.otherRegionUrl ? new URL(config.otherRegionUrl).hostname : '';
  const keys = await db
    .selectFrom('passkey')
    .select('rp_id')
    .where('user_id', 'in', [...circle])
    .execute();
  return keys.filter(({ rp_id }) => host !== rp_id && !host.endsWith(`.${rp_id}`)).length;
}

/** People with unused recovery codes that are hashed with the secret of this region. */
async function withOldCodes(db: DbOrTx, circle: readonly number[]): Promise<number[]> {
  const codes = await db
    .selectFrom('recovery_code')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', [...circle])
    .where('used_at', 'is', null)
    .where('key', 'is', null)
    .execute();
  return codes.map(({ user_id }) => user_id);
}

/** The refusal for the first problem of a requested move. */
export function refuseFor([problem]: readonly MoveProblem[]): void {
  if (problem) throw new Refusal(`move_${problem}`);
}
