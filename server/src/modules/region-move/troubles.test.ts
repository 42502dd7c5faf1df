import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../platform/db/database.ts';
import { createConnection, createUser } from '../../testing/factories.ts';
import { loseCalls, type Mishap, spoilNetwork } from '../../testing/moves/bad-network.ts';
import {
  commentAs,
  createLone,
  createPractice,
  isReadable,
  moveOf,
  readableIn,
  shareAs,
  startMoveAs,
  workOnMove,
} from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { ask, signUpForm } from '../../testing/sign-in.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { driveMove, driveMoves } from './finish-source.ts';
import { takeLateLogs } from './late-log.ts';
import { runImport } from './run-import.ts';

const { us, eu } = await openTwoRegions({ rateLimitFactor: 0, config: { databasePoolSize: 20 } });
const network = spoilNetwork();
afterAll(() => vi.unstubAllGlobals());

const lone = () => createLone(us);

/** Each call of a move meets two of the four mishaps; `killed-moves.bench.ts` meets the rest at random. */
const mishapsOf = (call: number): Mishap[] =>
  call % 2 === 0 ? ['lost', 'twice'] : ['unanswered', 'truncated'];
/** More than the calls of the move of one person with one case. */
const CALLS = 14;
const AT_ONCE = 6;

test('a case is readable in exactly one region, wherever the network or a process fails', async () => {
  const circles = await Promise.all(
    Array.from({ length: CALLS }, (_, at) => at + 1)
      .flatMap((at) => mishapsOf(at).map((mishap) => ({ mishap, at })))
      .map(async (planned) => {
        const circle = await lone();
        const moveId = await startMoveAs(us, circle.person);
        network.plan.set(moveId, planned);
        return { ...circle, moveId, planned };
      }),
  );
  for (let first = 0; first < circles.length; first += AT_ONCE)
    await Promise.all(circles.slice(first, first + AT_ONCE).map(({ moveId }) => workOnMove(us, eu, moveId)));
  for (const { person, dentalCase, moveId, planned } of circles) {
    expect([planned, (await moveOf(us, moveId)).step]).toEqual([planned, 'arrived']);
    expect([
      planned,
      await readableIn([us, eu], person, dentalCase.id),
      await isReadable(eu, person, dentalCase.id),
    ]).toEqual([planned, 1, true]);
  }
  const spoilt = circles.filter(({ moveId }) => !network.plan.has(moveId));
  expect(spoilt.length).toBeGreaterThan(0.7 * circles.length);
  const movers = circles.map(({ person }) => person.id);
  const mailed = (await waitingJobs(eu, 'mail'))
    .filter(({ template }) => template === 'region-moved')
    .map(({ userId }) => Number(userId))
    .filter((id) => movers.includes(id));
  expect(mailed.toSorted()).toEqual(movers.toSorted());
}, 180_000);

describe('before the commit', () => {
  test('a cancelled move leaves nothing in the other region, and people work on', async () => {
    const { author, lab, cases } = await createPractice(us);
    const moveId = await startMoveAs(us, author);
    // The copy is complete, but its verification is lost.
    const stop = await callsUntil(moveId, 'move-freeze');
    expect((await (await us.as(author)).delete('/v1/user/migration/')).statusCode).toBe(200);
    stop();
    await runImport(eu.services, moveId);
    const ids = cases.map(({ id }) => id);
    for (const table of ['case_file', 'case_comment', 'event', 'audit_log', 'moved_case'] as const)
      expect(
        await eu.services.db.selectFrom(table).select('case_id').where('case_id', 'in', ids).execute(),
        table,
      ).toEqual([]);
    expect(
      await eu.services.db.selectFrom('dental_case').select('id').where('id', 'in', ids).execute(),
    ).toEqual([]);
    expect((await waitingJobs(eu, 'delete-bytes')).length).toBeGreaterThanOrEqual(2);
    expect((await commentAs(us, lab, ids[0] ?? 0, 'Afterwards')).statusCode).toBe(200);
    const again = await startMoveAs(us, author);
    await workOnMove(us, eu, again);
    expect(await readableIn([us, eu], author, ids[0] ?? 0)).toBe(1);
  });

  test('staff can pause and resume a move, and cannot cancel it once it is committed', async () => {
    const { person, dentalCase } = await lone();
    const staff = await us.asStaff(await createUser(us.services, { is_staff: true }));
    const moveId = await startMoveAs(us, person);
    const steer = async (action: string) =>
      (await staff.post(`/v1/cs/moves/${moveId}/`, { action })).statusCode;
    expect(await steer('pause')).toBe(200);
    await driveMove(us.services, { moveId });
    expect(await runImport(eu.services, moveId)).toBe('later');
    const { moves } = (await staff.get('/v1/cs/moves/')).json();
    expect(moves.find(({ id }: { id: string }) => id === moveId)).toMatchObject({
      is_paused: true,
      step: 'copying',
    });
    expect(await steer('resume')).toBe(200);
    const job = sql`name = 'region-import' and singleton_key = ${moveId}`;
    const waiting = sql`update pgboss.job set start_after = now() + interval '10 seconds' where ${job}`;
    await waiting.execute(eu.services.db);
    await driveMove(us.services, { moveId });
    const due = sql`select state from pgboss.job where ${job} and start_after <= now()`;
    expect((await due.execute(eu.services.db)).rows).toEqual([{ state: 'created' }]);
    // The report of the arrival gets lost.
    const stop = await callsUntil(moveId, 'move-arrived');
    stop();
    expect(await steer('cancel')).toBe(409);
    expect((await moveOf(us, moveId)).step).toBe('committed');
    await driveMove(us.services, { moveId });
    expect((await moveOf(us, moveId)).step).toBe('arrived');
    expect(await isReadable(eu, person, dentalCase.id)).toBe(true);
  });

  test('regions with different versions wait for each other, and nobody stays frozen meanwhile', async () => {
    const { person, dentalCase } = await lone();
    const moveId = await startMoveAs(us, person);
    const stop = await callsUntil(moveId, 'none', 'move-freeze');
    stop();
    expect((await moveOf(us, moveId)).step).toBe('frozen');
    const owner = connect(eu.urls.owner, 1);
    try {
      await sql`alter table restoration add column of_newer_version text`.execute(owner.db);
      expect(await runImport(eu.services, moveId)).toBe('later');
    } finally {
      await sql`alter table restoration drop column of_newer_version`.execute(owner.db);
      await owner.db.destroy();
    }
    expect(await moveOf(us, moveId)).toMatchObject({ step: 'copying', failure: null });
    await workOnMove(us, eu, moveId);
    expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived' });
    expect(await isReadable(eu, person, dentalCase.id)).toBe(true);
  });

  test('an account with the same address that appears in the other region ends the move', async () => {
    const { person, dentalCase } = await lone();
    const moveId = await startMoveAs(us, person);
    await createUser(eu.services, { email: person.email, region: 'eu' });
    await workOnMove(us, eu, moveId);
    expect(await moveOf(us, moveId)).toMatchObject({ step: 'failed', failure: 'address_taken' });
    expect(await isReadable(us, person, dentalCase.id)).toBe(true);
  });

  test('an invitation that is pending when its person moves ends with the move, for both', async () => {
    const { person } = await lone();
    const asking = await createUser(us.services);
    const { id } = await createConnection(us.services, asking, person);
    const pending = () => us.services.db.selectFrom('connection').select('id').where('id', '=', id).execute();
    await us.services.db.updateTable('connection').set({ status: 'REQD' }).where('id', '=', id).execute();
    const moveId = await startMoveAs(us, person);
    expect(await pending()).toHaveLength(1);
    await workOnMove(us, eu, moveId);
    expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived' });
    expect(await pending()).toEqual([]);
    const there = await eu.services.db.selectFrom('connection').select('id').where('id', '=', id).execute();
    expect(there).toEqual([]);
  });

  test('groups do not change while they move', async () => {
    const { author, mate } = await createPractice(us, { cases: 0 });
    const moveId = await startMoveAs(us, author);
    const row = await us.services.db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', mate.id)
      .executeTakeFirstOrThrow();
    const leaving = await (await us.as(mate)).delete(`/v1/group/users/${row.id}/remove/`);
    expect([leaving.statusCode, leaving.json().code]).toEqual([423, 'moving']);
    await (await us.as(author)).delete('/v1/user/migration/');
    expect((await moveOf(us, moveId)).step).toBe('cancelled');
  });

  test('a freeze ends when the other region does not respond', async () => {
    const { person, lab, dentalCase } = await lone();
    const link = await shareAs(us, person, dentalCase.id);
    const moveId = await startMoveAs(us, person);
    const other = await startMoveAs(us, (await lone()).person);
    const stop = await callsUntil(moveId, 'move-commit');
    network.plan.set(other, { mishap: 'lost', at: 1 });
    expect((await commentAs(us, lab, dentalCase.id, 'Frozen')).statusCode).toBe(423);
    // Visitors go on reading.
    expect(await link.openedAt(us)).toEqual([200, undefined]);
    await driveMove(us.services, { moveId, freezeNo: 1 });
    expect((await moveOf(us, moveId)).step).toBe('frozen');
    // The processes here were down for half an hour.
    const down = new Date(Date.now() - 31 * 60_000);
    await us.services.db
      .updateTable('region_move')
      .set({ frozen_at: down, heard_at: down })
      .where('id', '=', moveId)
      .execute();
    // Housekeeping, whose request about another move is not answered.
    await driveMoves(us.services);
    expect((await commentAs(us, lab, dentalCase.id, 'Thawed')).statusCode).toBe(200);
    stop();
    // Rows verified in the freeze that has ended are verified again.
    await workOnMove(us, eu, moveId);
    const { comments } = (await (await eu.as(person)).get(`/v1/cases/${dentalCase.id}/comments/`)).json();
    expect(comments).toHaveLength(1);
  });

  test('a move whose freeze lasts half an hour is given up, and a commit that comes late changes nothing', async () => {
    const { person, lab, dentalCase } = await lone();
    const moveId = await startMoveAs(us, person);
    const stop = await callsUntil(moveId, 'move-commit');
    // The other region is never silent.
    await us.services.db
      .updateTable('region_move')
      .set({ frozen_at: new Date(Date.now() - 31 * 60_000) })
      .where('id', '=', moveId)
      .execute();
    await driveMove(us.services, { moveId, freezeNo: 1 });
    stop();
    expect((await commentAs(us, lab, dentalCase.id, 'Thawed')).statusCode).toBe(200);
    expect((await (await us.as(person)).get('/v1/user/migration/')).json().move).toMatchObject({
      step: 'failed',
      failure: 'took_too_long',
    });
    expect(await runImport(eu.services, moveId)).toBe('over');
    expect([
      await readableIn([us, eu], person, dentalCase.id),
      await isReadable(us, person, dentalCase.id),
    ]).toEqual([1, true]);
    await workOnMove(us, eu, await startMoveAs(us, person));
    expect(await isReadable(eu, person, dentalCase.id)).toBe(true);
  });
});

test('each write during a freeze is copied or refused', async () => {
  const { author, lab, cases } = await createPractice(us, { cases: 4 });
  const moveId = await startMoveAs(us, author);
  let isOver = false;
  const accepted = Array.from({ length: 8 }, async (_, index) => {
    let count = 0;
    const caseId = cases[index % cases.length]?.id ?? 0;
    while (!isOver) {
      const { statusCode, body } = await commentAs(us, lab, caseId, `${index}`);
      expect([200, 404, 423], body).toContain(statusCode);
      if (statusCode === 200) count += 1;
      await setTimeout(600);
    }
    return count;
  });
  await workOnMove(us, eu, moveId).finally(() => {
    isOver = true;
  });
  const written = (await Promise.all(accepted)).reduce((sum, count) => sum + count, 0);
  expect((await moveOf(us, moveId)).step).toBe('arrived');
  const arrived = await eu.services.db
    .selectFrom('case_comment')
    .select('id')
    .where(
      'case_id',
      'in',
      cases.map(({ id }) => id),
    )
    .execute();
  expect(arrived).toHaveLength(written + cases.length);
}, 180_000);

test('an address of a committed move cannot sign up in either region, and links say that the move is under way', async () => {
  const { person, dentalCase } = await lone();
  const link = await shareAs(us, person, dentalCase.id);
  const moveId = await startMoveAs(us, person);
  const stop = await callsUntil(moveId, 'move-arrived', 'move-commit');
  expect((await moveOf(us, moveId)).step).toBe('committed');
  for (const [t, country] of [
    [us, 'US'],
    [eu, 'DE'],
  ] as const) {
    const form = await signUpForm(t, { username: person.email, country });
    const reply = await ask(t, { path: '/v1/auth/signup/', body: form });
    expect(reply.statusCode, reply.body).toBeGreaterThanOrEqual(400);
  }
  expect(await link.openedAt(us)).toEqual([400, 'server_is_wrong']);
  expect(await link.openedAt(eu)).toEqual([423, 'moving']);
  // A read from before the freeze that is stored after the commit.
  const at = new Date(Date.now() - 60_000);
  const look = { at: sql<Date>`${at}`, action: 'case_read', user_id: person.id, ip: '', detail: '{}' };
  const storeLook = (requestId: string, caseId = dentalCase.id) =>
    us.services.db
      .insertInto('audit_log')
      .values({ ...look, case_id: caseId, request_id: requestId, acting_for: null, session_id: null })
      .execute();
  await storeLook(`late look of ${moveId}`);
  stop();
  await workOnMove(us, eu, moveId);
  expect((await moveOf(us, moveId)).step).toBe('arrived');
  expect(await link.openedAt(eu)).toEqual([200, undefined]);
  const looks = () =>
    eu.services.db
      .selectFrom('audit_log')
      .select(['at', 'request_id'])
      .where('request_id', 'like', `%look of ${moveId}`)
      .orderBy('id')
      .execute();
  const late = { at, request_id: `late look of ${moveId}` };
  expect(await looks()).toEqual([late]);
  // One that is stored after the arrival, while the other region does not respond.
  const later = { at, request_id: `later look of ${moveId}` };
  await storeLook(later.request_id, await lastOfManyCases(person.id));
  await takeLateLogs(eu.services);
  expect(await looks()).toEqual([late]);
  await eu.services.db
    .updateTable('region_import')
    .set({ ended_at: sql`now() - interval '61 minutes'` })
    .where('move_id', '=', moveId)
    .execute();
  const stopAgain = loseCalls('move-late-log');
  await takeLateLogs(eu.services);
  stopAgain();
  expect(await looks()).toEqual([late]);
  await takeLateLogs(eu.services);
  expect(await looks()).toEqual([late, later]);
  const calls = vi.spyOn(globalThis, 'fetch');
  await takeLateLogs(eu.services);
  expect(calls).not.toHaveBeenCalled();
  calls.mockRestore();
});

/** Gives somebody, in both regions, more cases than one question about the log answers; the id of the last one. */
async function lastOfManyCases(authorId: number): Promise<number> {
  const [first, count] = [1_000_000, 400];
  for (const { urls } of [us, eu]) {
    const owner = connect(urls.owner, 1);
    await sql`
      insert into dental_case (id, no, author_id) overriding system value
      select ${first}::integer + n, 'many-' || n, ${authorId} from generate_series(1, ${count}::integer) as n
    `
      .execute(owner.db)
      .finally(() => owner.db.destroy());
  }
  return first + count;
}

/**
 * Lets the other region work until a call, which then gets lost on every attempt; with a second name, that call's reply
 * gets lost. Call the result to end it.
 */
async function callsUntil(moveId: string, name: string, unanswered?: string): Promise<() => void> {
  const stop = loseCalls(name, unanswered);
  await driveMove(us.services, { moveId });
  await expect(runImport(eu.services, moveId)).rejects.toThrow();
  return stop;
}
