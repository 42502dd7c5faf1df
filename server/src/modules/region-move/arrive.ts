import { regionOfCountry } from '@cusp/contract/storage-region';
import { sql } from 'kysely';
import { type Doer, internalActor } from '../../platform/http/actor.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { planAgain } from '../case-access/work-calendar.sql.ts';
import { applyToImport, type ImportRow, lockImport } from './import-step.sql.ts';
import { mergeDevices } from './merge-devices.sql.ts';
import { beginMoving } from './moved-rows.ts';
import { notifyPeople, partnersOutside } from './notify-people.ts';
import { movedAddresses, releaseAddresses } from './reserve-addresses.ts';
import { openClaim } from './statements.ts';
import { logOfMove, takeLog } from './take-log.sql.ts';
import { showCases } from './take-part.sql.ts';

/**
 * Activates the people of a move in this region, with the other region's statement that they have left it. False if the
 * statement is not about the copy stored here.
 */
export async function arrive(services: Services, moveId: string, statement: string): Promise<boolean> {
  const { peer, region } = services.config;
  if (!peer) return false;
  const claim = await openClaim(peer, region, 'statement', moveId, statement);
  if (!claim) return false;
  const [first] = claim.circle;
  if (first === undefined) return false;
  return inTransaction(services, internalActor(first), async (work) => {
    const row = await lockImport(work.tx, moveId);
    if (!row) return false;
    if (row.step === 'arrived') return true;
    if (String(row.circle.toSorted()) !== String(claim.circle.toSorted())) return false;
    const refused = await applyToImport(work.tx, row, {
      type: 'statement',
      freeze_no: claim.freeze_no,
      digests: claim.digests,
    });
    if (refused) return false;
    await activate(work, row);
    return true;
  });
}

async function activate(work: Work<Doer>, { move_id: moveId, circle, country }: ImportRow): Promise<void> {
  const { tx, services } = work;
  await beginMoving(tx);
  const keys = await movedAddresses(tx, moveId);
  await openAccounts(work, moveId, country);
  // Those that are hashed with the other region's secret; the account must not count them as codes that work.
  await tx.deleteFrom('recovery_code').where('user_id', 'in', circle).where('key', 'is', null).execute();
  await mergeDevices(tx, circle);
  // Until now this region did not have their calendar.
  await planAgain(tx, circle);
  await showCases(tx, moveId);
  await takeLog(tx, circle, logOfMove(moveId));
  // What is written from now on is newer than the moved rows, so its ids are higher.
  await sql`select continue_ids()`.execute(tx);
  for (const table of ['moved_account', 'moved_case', 'moved_log'] as const)
    await tx.deleteFrom(table).where('move_id', '=', moveId).execute();
  await releaseAddresses(tx, services, keys);
  await removeUnlisted(work, moveId);
  for (const userId of circle)
    await work.audit({
      action: 'region_arrived',
      object: { type: 'user', id: userId },
      detail: { move: moveId },
    });
  await notifyPeople(work, 'region_moved', [...circle, ...(await partnersOutside(tx, circle))]);
  await mailPeople(work, circle);
}

/** Jobs remove bytes that were copied before their file was removed, its case purged or the picture changed. */
async function removeUnlisted(work: Work<Doer>, moveId: string): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with copied as (delete from region_import_file where move_id = ${moveId} returning storage_key as key)
    select key from copied
    where not exists (select from case_file where storage_key = key and deleted_at is null)
      and not exists (select from app_user where picture_key = key)
      and not exists (select from lab where logo_key = key)
  `.execute(work.tx);
  for (const { key } of rows) await work.enqueue('delete-bytes', { key });
}

/** Columns of an account that this region decides: moving does not make a person staff here. */
async function openAccounts({ tx, services }: Work<Doer>, moveId: string, country: string): Promise<void> {
  const { region } = services.config;
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = 'app_user'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'
  `.execute(tx);
  const own: Record<string, ReturnType<typeof sql>> = {
    presence: sql`'home'`,
    moved_at: sql`null`,
    region: sql`${region}`,
    region_set_at: sql`now()`,
    updated_at: sql`now()`,
    last_sign_in_at: sql`app_user.last_sign_in_at`,
    ...Object.fromEntries(
      ['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'].map((flag) => [
        flag,
        sql`false`,
      ]),
    ),
  };
  const values = rows.map(({ name }) => sql`${sql.ref(name)} = ${own[name] ?? sql.ref(`moved.${name}`)}`);
  await sql`
    update app_user set ${sql.join(values)}
    from moved_account, jsonb_populate_record(null::app_user, account) as moved
    where move_id = ${moveId} and app_user.id = moved_account.user_id
  `.execute(tx);
  // A person with a country of the other region lives in the one that was chosen for the move.
  const people = await tx
    .selectFrom('moved_account')
    .innerJoin('app_user', 'app_user.id', 'moved_account.user_id')
    .select(['app_user.id', 'app_user.country'])
    .where('move_id', '=', moveId)
    .execute();
  const strangers = people.filter((person) => regionOfCountry(person.country) !== serverLocOf(region));
  if (strangers.length > 0 && country !== '')
    await tx
      .updateTable('app_user')
      .set({ country })
      .where(
        'id',
        'in',
        strangers.map(({ id }) => id),
      )
      .execute();
}

/** One mail to each person, stored with their arrival, so that it is sent only once. */
async function mailPeople(work: Work<Doer>, circle: readonly number[]): Promise<void> {
  const people = await work.tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'language', 'brand'])
    .where('id', 'in', [...circle])
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .execute();
  for (const person of people)
    await work.mail(person, 'region-moved', {
      name: person.first_name,
      region: serverLocOf(work.services.config.region),
      link: '/settings',
    });
}
