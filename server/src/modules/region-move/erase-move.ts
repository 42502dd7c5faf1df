import { MOVE_ERASE_DAYS } from '@cusp/contract/region-move.routes';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { type Doer, internalActor } from '../../platform/http/actor.ts';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import { askPeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { ERASED } from './calls.ts';
import { beginMoving, keptByLabs, peopleOf, tablesOf } from './moved-rows.ts';
import { notifyPeople } from './notify-people.ts';
import { applyToMove, lockMove, type MoveRow } from './source-step.sql.ts';
import { openOwnClaim, signClaim } from './statements.ts';

/**
 * Kept after the erasure: data that the people share with partners who stay, groups through which guests see cases
 * here, and which staff acted for them.
 */
const KEPT: readonly (keyof Tables)[] = [
  'share_group',
  'group_member',
  'connection',
  'device',
  'support_session',
];

/** Erases data that people left behind two weeks ago, and certifies it; for housekeeping. */
export async function eraseMoves(services: Services): Promise<void> {
  const { db, config } = services;
  if (!config.peer) return;
  const due = await db
    .selectFrom('region_move')
    .select(['id', 'asked_by'])
    .where('step', '=', 'arrived')
    .where('arrived_at', '<', sql<Date>`now() - make_interval(days => ${MOVE_ERASE_DAYS})`)
    .execute();
  await eachApart(services, {
    items: due,
    run: (move) => eraseMove(services, move),
    problem: 'could not erase what moved away yet',
    about: ({ id }) => ({ moveId: id }),
  });
  const uncertified = await db
    .selectFrom('region_move')
    .select(['id', 'certificate'])
    .where('step', '=', 'erased')
    .where('is_certified', '=', false)
    .execute();
  await eachApart(services, {
    items: uncertified,
    run: ({ id, certificate }) => certify(services, id, certificate),
    problem: 'could not certify an erasure yet',
    about: ({ id }) => ({ moveId: id }),
  });
}

async function eraseMove(
  services: Services,
  { id, asked_by }: { id: string; asked_by: number },
): Promise<void> {
  const { peer, region } = services.config;
  if (!peer) return;
  await inTransaction(services, internalActor(asked_by), async (work) => {
    const { tx } = work;
    const move = await lockMove(tx, id);
    if (!move) return;
    const taken = await applyToMove(tx, move, { type: 'erase' });
    if (taken.refused || move.step === 'erased') return;
    await beginMoving(tx);
    await queueBytes(work, move);
    const rows = await removeRows(tx, move);
    await strip(tx, move);
    const { committed_at, statement } = move;
    const said = statement === null ? null : await openOwnClaim(peer, region, 'statement', id, statement);
    const certificate = await signClaim(peer, region, 'certificate', id, {
      ...move.totals,
      committed_at: (committed_at ?? new Date()).toISOString(),
      erased_at: new Date().toISOString(),
      rows,
      digest: said?.digests ?? '',
    });
    await tx.updateTable('region_move').set({ certificate }).where('id', '=', id).execute();
    await work.audit({ action: 'region_erased', detail: { move: id, rows } });
    await notifyPeople(work, 'region_move_changed', move.circle);
  });
}

/** Jobs of the transaction that removes the rows remove their bytes. */
async function queueBytes(work: Work<Doer>, { circle }: MoveRow): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from case_file join dental_case on dental_case.id = case_id where author_id = ${peopleOf(circle)}
    union all select picture_key from app_user where id = ${peopleOf(circle)} and picture_key is not null
    union all select logo_key from lab where user_id = ${peopleOf(circle)} and logo_key is not null
  `.execute(work.tx);
  for (const { key } of rows) await work.enqueue('delete-bytes', { key });
}

/** Removes the rows of the people and of their cases; returns the number by table. */
async function removeRows(tx: Tx, { circle, id }: MoveRow): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const whole = { from: 0, to: Number.MAX_SAFE_INTEGER };
  for (const range of [whole, null])
    for (const { table, where } of tablesOf({ circle, range }).toReversed()) {
      if (KEPT.includes(table)) continue;
      const gone = table === 'device_statement' ? sql`${where} and not ${keptByLabs(circle)}` : where;
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} as item where ${gone}`.execute(
        tx,
      );
      counts[table] = Number(numAffectedRows ?? 0);
    }
  await tx.deleteFrom('known_device').where('user_id', 'in', circle).execute();
  for (const table of ['moved_account', 'moved_case'] as const)
    await tx.deleteFrom(table).where('move_id', '=', id).execute();
  return counts;
}

/** An account keeps the data of a guest that partners need: the name, and the address for mails about cases here. */
const strip = (tx: Tx, { circle }: MoveRow) =>
  tx
    .updateTable('app_user')
    .set({
      phone: '',
      phone_verified: false,
      address: '',
      picture_key: null,
      picture_type: null,
      password_hash: null,
      last_device_id: null,
      block_reason: '',
    })
    .where('id', 'in', circle)
    .execute();

async function certify(services: Services, move: string, certificate: string | null): Promise<void> {
  if (certificate === null) return;
  const { known } = await askPeer(services, ERASED, { move, certificate });
  if (known)
    await services.db.updateTable('region_move').set({ is_certified: true }).where('id', '=', move).execute();
}
