import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { askPeer, servePeer } from '../../platform/region/peer-call.ts';
import { isoText, readBefore } from '../../platform/region/peer-clock.ts';
import { openSealed, seal } from '../../platform/region/sealed.ts';
import type { Services } from '../../platform/services.ts';
import { GUEST, takePeople } from '../people/guest-rows.sql.ts';
import { MADE_STATEMENTS } from './calls.ts';
import type { ImportRow } from './import-step.sql.ts';
import { beginMoving, peopleOf } from './moved-rows.ts';

/** Statements of one reply; each has its papers in up to two languages. */
const PAGE = 20;

/** Statements, and all people to whom they refer, as JSON texts; `at` is when they were read. */
const StatementsPage = z.object({ statements: z.string(), people: z.string(), at: z.string() });
type StatementsPage = z.infer<typeof StatementsPage>;

const carrierOf = (moveId: string) => ({ id: moveId, path: MADE_STATEMENTS.name });

/** The people of a move who live in the other region. */
const movedAway = (circle: readonly number[]) =>
  sql`(select id from app_user where id = ${peopleOf(circle)} and presence <> 'home')`;

/**
 * Answers the region that people have moved to: the statements that they made, including those of cases that stay here.
 */
export function registerMadeStatements(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  const { peer, region } = config;
  if (!peer) return;
  servePeer(app, services, MADE_STATEMENTS, async ({ move: moveId, after }) => {
    const move = await db
      .selectFrom('region_move')
      .select('circle')
      .where('id', '=', moveId)
      .where('step', 'in', ['committed', 'arrived', 'erased'])
      .executeTakeFirst();
    if (!move) return { refused: 'too_early' as const };
    const { last, ...page } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => readPage(tx, move.circle, after));
    if (last === null) await removeCopies(db, move.circle);
    return { last, sealed: await seal(peer, region, carrierOf(moveId), page) };
  });
}

async function readPage(
  tx: Tx,
  circle: readonly number[],
  after: number,
): Promise<StatementsPage & { last: number | null }> {
  await beginMoving(tx);
  const { rows } = await sql<StatementsPage & { last: number | null }>`
    with page as (
      select * from device_statement where maker_id in ${movedAway(circle)} and id > ${after} order by id limit ${PAGE}
    ),
    named as (
      select ${GUEST} from app_user where id in (select maker_id from page union select issued_by from page)
    )
    select (select max(id)::bigint from page) as last, ${isoText(sql`now()`)} as at,
      (select coalesce(json_agg(to_jsonb(page) - 'case_id'), '[]')::text from page) as statements,
      (select coalesce(json_agg(named), '[]')::text from named) as people
  `.execute(tx);
  const [page] = rows;
  if (!page) throw new Error('a query without a table has one row');
  return page;
}

/** The other region has stored everything, so a lab's statements kept here for cases that moved earlier are removed. */
const removeCopies = (db: DbOrTx, circle: readonly number[]) =>
  db
    .deleteFrom('device_statement')
    .where('case_id', 'is', null)
    .where('maker_id', 'in', sql<number>`${movedAway(circle)}`)
    .execute();

/**
 * Takes over copies of statements that people made before they moved here, for practices that stayed: the law requires
 * the maker to keep them. Stops after the page during which the time `until` passes; returns whether everything is done
 * for now.
 */
export async function takeStatements(
  services: Services,
  { move_id: move, circle, statements_after }: ImportRow,
  until: number,
): Promise<boolean> {
  const { db, config } = services;
  for (let after = statements_after; ; ) {
    const answer: z.output<typeof MADE_STATEMENTS.reply> = await askPeer(services, MADE_STATEMENTS, {
      move,
      after,
    });
    if (!config.peer || 'refused' in answer) return true;
    const { last, sealed } = answer;
    const opened = await openSealed(config.peer, config.region, carrierOf(move), sealed);
    const page = StatementsPage.parse(opened);
    await db.transaction().execute(async (tx) => {
      if (last !== null) await takePage(tx, services, circle, page);
      // The request after the last page confirms that all of them are stored.
      const progress = last === null ? { are_statements_here: true } : { statements_after: last };
      await tx.updateTable('region_import').set(progress).where('move_id', '=', move).execute();
    });
    if (last === null) return true;
    if (Date.now() > until) return false;
    after = last;
  }
}

/** Existing ones came with their case, or with an earlier move. */
async function takePage(
  tx: Tx,
  { log }: Services,
  circle: readonly number[],
  { statements, people, at }: StatementsPage,
): Promise<void> {
  await beginMoving(tx);
  await takePeople(tx, people, { at: await readBefore({ log, db: tx }, at) });
  await sql`
    insert into device_statement
    select item.* from json_populate_recordset(null::device_statement, ${statements}::json) as item
    where item.case_id is null
      and item.maker_id in (select id from app_user where id = ${peopleOf(circle)} and presence = 'home')
    on conflict do nothing
  `.execute(tx);
}
