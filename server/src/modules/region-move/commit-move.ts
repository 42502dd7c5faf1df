import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, internalActor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { endSessions } from '../identity/sessions.ts';
import type { RefusedCall } from './calls.ts';
import { comparedIn, digestOf } from './digests.sql.ts';
import { accountsOf, beginMoving, peopleOf, type Range, rangesFrom } from './moved-rows.ts';
import { notifyPeople, partnersOutside } from './notify-people.ts';
import { reserveAddresses } from './reserve-addresses.ts';
import { applyToMove, lockMove, type MoveRow } from './source-step.sql.ts';
import { signClaim } from './statements.ts';
import { hideCases } from './take-part.sql.ts';

const PARTS_AT_ONCE = 10;

/** SHA-256 in hexadecimal of the digests of all parts, in order, and of the algorithm version. */
export const digestOfAll = (shape: string, parts: readonly { range: Range; digest: string }[]): string =>
  createHash('sha256')
    .update(`${shape}\n`)
    .update(parts.map(({ range, digest }) => `${range?.from ?? 'accounts'} ${digest}\n`).join(''))
    .digest('hex');

/**
 * The commit point: if the other region's copy equals this one, in the freeze that it names, the people live there from
 * then on. A repeated request gets the same statement.
 */
export async function commitMove(
  services: Services,
  moveId: string,
  { freezeNo, digests }: { freezeNo: number; digests: string },
): Promise<{ refused: RefusedCall } | { statement: string }> {
  const { peer, region } = services.config;
  if (!peer) return { refused: 'over' };
  const asked = await services.db
    .selectFrom('region_move')
    .select('asked_by')
    .where('id', '=', moveId)
    .executeTakeFirst();
  if (!asked) return { refused: 'over' };
  return inTransaction(services, internalActor(asked.asked_by), async (work) => {
    const { tx } = work;
    const move = await lockMove(tx, moveId);
    if (!move) return { refused: 'over' };
    const isOpen = move.step === 'frozen' && move.freeze_no === freezeNo;
    if (isOpen && (await digestOfMove(tx, move)) !== digests) return { refused: 'unverified' };
    const statement = await signClaim(peer, region, 'statement', moveId, {
      freeze_no: freezeNo,
      digests,
      circle: move.circle,
    });
    const taken = await applyToMove(tx, move, { type: 'commit', freeze_no: freezeNo, statement });
    if (taken.refused) return { refused: taken.refused };
    if (taken.answer.type !== 'statement') return { refused: 'unverified' };
    if (move.step !== 'committed' && taken.move.step === 'committed') await leave(work, taken.move);
    return { statement: taken.answer.statement };
  });
}

async function digestOfMove(tx: Tx, { id, circle, settled_at: until }: MoveRow): Promise<string> {
  const compared = await comparedIn(tx);
  const parts: { range: Range; digest: string }[] = [];
  const add = async (range: Range) => {
    parts.push({
      range,
      digest: await digestOf(tx, compared, id, { circle, range }, { side: 'source', until }),
    });
  };
  await add(null);
  for (let from: number | null = 0; from !== null; ) {
    const { ranges, next }: Awaited<ReturnType<typeof rangesFrom>> = await rangesFrom(
      tx,
      circle,
      from,
      PARTS_AT_ONCE,
    );
    for (const range of ranges) await add(range);
    from = next;
  }
  return digestOfAll(compared.shape, parts);
}

/** Everything that ends here with the commit. Data that the two regions may still compare is set aside. */
async function leave(work: Work<Doer>, { id, circle, to_region }: MoveRow): Promise<void> {
  const { tx } = work;
  await beginMoving(tx);
  const partners = await partnersOutside(tx, circle);
  await sql`
    insert into moved_account (move_id, user_id, account)
    select ${id}, (account->>'id')::bigint, account from (${accountsOf(circle, id)}) as moving
  `.execute(tx);
  await hideCases(tx, id, circle);
  await reserveAddresses(tx, work.services, id, circle);
  await sql`
    update app_user set presence = 'moved', moved_at = now(), region = ${to_region}, email_key = 'guest:' || id,
      password_hash = null, is_device_manager = false, is_sales_manager = false, is_staff = false,
      is_device_user_viewer = false
    where id = ${peopleOf(circle)}
  `.execute(tx);
  for (const userId of circle) {
    await endSessions(work, { userId }, 'moved to the other region');
    await work.audit({
      action: 'region_moved',
      object: { type: 'user', id: userId },
      detail: { move: id, to: to_region },
    });
  }
  await sql`
    update case_deletion set outcome = 'final' where outcome is null and user_id = ${peopleOf(circle)}
  `.execute(tx);
  // Requests between people of different regions are not possible, so open ones end.
  await sql`
    delete from connection where status = 'REQD' and (owner_id = ${peopleOf(circle)} or user_id = ${peopleOf(circle)})
  `.execute(tx);
  await sql`
    delete from group_member where status = 'REQD' and (
      user_id = ${peopleOf(circle)} or group_id in (select id from share_group where owner_id = ${peopleOf(circle)})
    )
  `.execute(tx);
  await notifyPeople(work, 'region_moved', [...circle, ...partners]);
}
