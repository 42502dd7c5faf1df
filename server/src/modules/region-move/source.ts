import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { MissingBytes } from '../../platform/files/storage.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { servePeerBytes } from '../../platform/region/peer-bytes.ts';
import { servePeer } from '../../platform/region/peer-call.ts';
import { seal } from '../../platform/region/sealed.ts';
import { secretsOf } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import {
  ARRIVED,
  BYTES,
  COMMIT,
  FAILED,
  FILES,
  FREEZE,
  LATE_LOG,
  PARTS,
  type RefusedCall,
  ROWS,
} from './calls.ts';
import { commitMove } from './commit-move.ts';
import { comparedIn, digestOf } from './digests.sql.ts';
import { fileOf, filesAfter } from './files.sql.ts';
import { finishSource, thaw, thawMove } from './finish-source.ts';
import { type Part, rangesFrom } from './moved-rows.ts';
import { notifyPeople } from './notify-people.ts';
import { readLateLog, readPart } from './read-part.sql.ts';
import { applyToMove, lockMove, type MoveRow } from './source-step.sql.ts';
import { wholeOf } from './take-part.sql.ts';

/** Parts whose digests one call answers. */
const PARTS_A_CALL = 10;
/** Parts whose late log rows one call answers, which takes about as much memory as the rows of one part. */
const LOG_PARTS_A_CALL = 3;

/**
 * Answers the region that people move to. Replies depend only on the state of the move, so every call may be repeated.
 */
export function registerMoveSource(app: FastifyInstance, services: Services): void {
  const { peer, region } = services.config;
  if (!peer) return;

  servePeer(app, services, PARTS, async ({ move: moveId, percent, from, shape }) => {
    const answer = await reading(services, moveId, percent, async (tx, move, freezeNo) => {
      const compared = await comparedIn(tx);
      if (compared.shape !== shape) return { refused: 'waiting' as const };
      const { parts, next } = await partsFrom(tx, move.circle, from, PARTS_A_CALL);
      const digests = [];
      for (const part of parts) {
        const digest = await digestOf(tx, compared, moveId, part, { side: 'source', until: untilOf(move) });
        digests.push({ range: part.range, digest });
      }
      return { freezeNo, shape, parts: digests, next };
    });
    // Lifts the freeze, so that people can work until both regions run the same version.
    if ('refused' in answer && answer.refused === 'waiting') await thaw(services, moveId);
    return answer;
  });

  servePeer(app, services, ROWS, async ({ move: moveId, percent, range }) =>
    reading(services, moveId, percent, async (tx, move) => {
      const part = { circle: move.circle, range };
      const rows = await readPart(tx, moveId, part, {
        until: untilOf(move),
        secrets: secretsOf(services),
      });
      return { sealed: await seal(peer, region, carrierOf(moveId), rows) };
    }),
  );

  servePeer(app, services, FILES, async ({ move: moveId, percent, after, only }) =>
    reading(services, moveId, percent, (tx, { circle }) =>
      only === null
        ? filesAfter(tx, services.storage, circle, after)
        : fileOf(tx, services.storage, circle, only),
    ),
  );

  servePeerBytes(app, services, BYTES, async ({ move: moveId, percent, key, start }) => {
    const asked = await noteQuestion(services, moveId, percent);
    // A file in progress is copied to its end, even if staff pause the move.
    if (!asked || (asked.refused && asked.refused !== 'paused')) throw new Refusal('not_found');
    const { move } = asked;
    if (!(await isFileOf(services, move, key))) throw new Refusal('not_found');
    const whole = await services.storage.sizeOf(key);
    if (whole === null) throw new Refusal('not_found');
    if (start >= whole) return { size: 0, bytes: Readable.from([]) };
    try {
      return { size: whole - start, bytes: await services.storage.read(key, { start, end: whole - 1 }) };
    } catch (error) {
      if (error instanceof MissingBytes) throw new Refusal('not_found');
      throw error;
    }
  });

  servePeer(app, services, FREEZE, ({ move }) => freeze(services, move));
  servePeer(app, services, COMMIT, ({ move, freezeNo, digests }) =>
    commitMove(services, move, { freezeNo, digests }),
  );

  servePeer(app, services, LATE_LOG, async ({ move: moveId, from }) => {
    const move = await services.db
      .selectFrom('region_move')
      .selectAll()
      .where('id', '=', moveId)
      .where('step', 'in', ['committed', 'arrived'])
      .executeTakeFirst();
    if (!move?.settled_at) return { refused: 'too_early' as const };
    const { circle, settled_at: since } = move;
    const { rows, next } = await services.db.transaction().execute(async (tx) => {
      const { parts, next } = await partsFrom(tx, circle, from, LOG_PARTS_A_CALL);
      return { rows: await readLateLog(tx, parts, since), next };
    });
    return { sealed: await seal(peer, region, carrierOf(moveId), rows), next };
  });

  servePeer(app, services, ARRIVED, ({ move }) => finishSource(services, move, { type: 'arrived' }));
  servePeer(app, services, FAILED, ({ move, failure }) =>
    finishSource(services, move, { type: 'fail' }, failure),
  );
}

/** The parts that a call answers, the accounts first. `from` null, which earlier versions send, means all cases. */
async function partsFrom(
  tx: Tx,
  circle: readonly number[],
  from: number | null,
  count: number,
): Promise<{ parts: Part[]; next: number | null }> {
  if (from === null) return { parts: wholeOf(circle), next: null };
  const { ranges, next } = await rangesFrom(tx, circle, from, count);
  return { parts: [...(from === 0 ? [null] : []), ...ranges].map((range) => ({ circle, range })), next };
}

/** A reply about a move is sealed for that move, so that it opens in no other one. */
export const carrierOf = (moveId: string) => ({ id: moveId, path: ROWS.name });

/** Log rows up to then move; without a freeze, all. */
const untilOf = ({ step, settled_at }: MoveRow): Date | null => (step === 'copying' ? null : settled_at);

/**
 * Records the other region's request and progress, which the people see immediately; null if the move does not exist.
 */
async function noteQuestion(services: Services, moveId: string, percent: number) {
  return inTransaction(services, NOBODY, async (work) => {
    const move = await lockMove(work.tx, moveId);
    if (!move) return null;
    const taken = await applyToMove(work.tx, move, { type: 'read', percent });
    if (!taken.refused && taken.move.percent > move.percent)
      await notifyPeople(work, 'region_move_changed', move.circle);
    return taken;
  });
}

/** Reads the data that the other region requests in one snapshot. */
async function reading<T>(
  services: Services,
  moveId: string,
  percent: number,
  read: (tx: Tx, move: MoveRow, freezeNo: number | null) => Promise<T>,
): Promise<T | { refused: RefusedCall }> {
  const asked = await noteQuestion(services, moveId, percent);
  if (!asked) return { refused: 'over' };
  if (asked.refused) return { refused: asked.refused };
  const { move, answer } = asked;
  const freezeNo = answer.type === 'rows' ? answer.freeze_no : null;
  return services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => read(tx, move, freezeNo));
}

/**
 * Freezes the people of a move; replies once no write that began before it is in progress. It first waits for deletions
 * that can still be undone, because they end within seconds.
 */
async function freeze(services: Services, moveId: string) {
  return inTransaction(services, NOBODY, async (work) => {
    const move = await lockMove(work.tx, moveId);
    if (!move) return { refused: 'over' as const };
    if (move.step === 'copying' && (await hasOpenDeletion(work.tx, move)))
      return { refused: 'waiting' as const };
    const taken = await applyToMove(work.tx, move, { type: 'freeze' });
    if (taken.refused) return { refused: taken.refused };
    if (taken.answer.type !== 'frozen') return { refused: 'committed' as const };
    const { freeze_no: freezeNo } = taken.answer;
    if (move.step !== 'frozen') {
      await thawMove.later(work, moveId, freezeNo);
      await notifyPeople(work, 'region_move_changed', move.circle);
      return { refused: 'waiting' as const };
    }
    if (taken.move.settled_at || (await isSettled(work.tx, taken.move))) return { freezeNo };
    return { refused: 'waiting' as const };
  });
}

async function hasOpenDeletion(tx: Tx, { circle }: MoveRow): Promise<boolean> {
  const open = await sql`
    select from case_deletion where outcome is null and exists (
      select from dental_case where id = any(case_ids) and author_id = any(${circle}::bigint[])
    ) limit 1
  `.execute(tx);
  return open.rows.length > 0;
}

/** Whether every transaction that may have begun before the freeze has ended; records when this was first seen. */
async function isSettled(tx: Tx, { id, horizon }: MoveRow): Promise<boolean> {
  const { rows } = await sql<{ horizon: string; settled: boolean }>`
    select horizon::text, pg_snapshot_xmin(snapshot) >= horizon as settled
    from pg_current_snapshot() as snapshot,
      lateral (select coalesce(${horizon}::xid8, pg_snapshot_xmax(snapshot)) as horizon) as wanted
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL always has a snapshot');
  await tx
    .updateTable('region_move')
    .set({ horizon: row.horizon, ...(row.settled ? { settled_at: sql<Date>`clock_timestamp()` } : {}) })
    .where('id', '=', id)
    .execute();
  return row.settled;
}

async function isFileOf({ db }: Services, { circle }: MoveRow, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from case_file join dental_case on dental_case.id = case_id
    where storage_key = ${key} and author_id = any(${circle}::bigint[])
    union all select from app_user where picture_key = ${key} and id = any(${circle}::bigint[])
    union all select from lab where logo_key = ${key} and user_id = any(${circle}::bigint[])
  `.execute(db);
  return rows.length > 0;
}
