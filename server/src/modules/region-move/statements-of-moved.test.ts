import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { createCase, createUser } from '../../testing/factories.ts';
import { createPractice, moveOf, startMoveAs, workOnMove } from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { createStatement } from '../../testing/statements.ts';
import { type Client, clientFor, type TestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { openSession } from '../identity/sessions.ts';
import { queueLateCopies } from './arrived-copies.ts';
import { eraseMoves } from './erase-move.ts';
import { runImport } from './run-import.ts';

const { us, eu } = await openTwoRegions();

test('a lab that moves takes along the statements that it has to keep, each once, wherever it and the practice move', async () => {
  const { author, lab, labMate, cases } = await createPractice(us);
  const [dentalCase] = cases;
  const { id } = await createStatement(us.services, { caseId: dentalCase?.id ?? 0, maker: lab });
  // More than one reply between the regions has.
  await sql`
    insert into device_statement (case_id, case_no, version, client_key, maker_id, issued_by, issued_at, kept_until, is_implantable,
      content, papers)
    select case_id, case_no, next, gen_random_uuid(), maker_id, ${labMate.id}, issued_at, kept_until, is_implantable, content,
      papers
    from device_statement, generate_series(2, 22) as next where id = ${id}
  `.execute(us.services.db);
  const listIn = async (t: TestApp) => (await (await signedIn(t, lab)).get('/v1/privacy/statements/')).json();
  const paperIn = async (t: TestApp, person: { id: number }) => {
    const { cookie, request } = await signedIn(t, person);
    return (await request('GET', `/v1/statements/${id}/file/`, undefined, { cookie })).rawPayload;
  };
  const copiesIn = async (t: TestApp) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from device_statement where maker_id = ${lab.id} and case_id is null
    `.execute(t.services.db);
    return rows[0]?.count;
  };
  const move = async (from: TestApp, to: TestApp, person: { id: number }) => {
    for (const { services } of [us, eu]) {
      await services.db
        .updateTable('region_move')
        .set({ arrived_at: new Date(Date.now() - 15 * 24 * 3_600_000) })
        .where('step', '=', 'arrived')
        .execute();
      await eraseMoves(services);
      await services.db
        .updateTable('region_import')
        .set({ ended_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
        .where('step', '=', 'arrived')
        .execute();
    }
    const asked = { country: to === eu ? 'DE' : 'US', client: signedIn(from, person) };
    const moveId = await startMoveAs(from, person, asked);
    await workOnMove(from, to, moveId);
    expect(await moveOf(from, moveId)).toMatchObject({ step: 'arrived' });
    return moveId;
  };
  const { statements } = await listIn(us);
  expect(statements).toHaveLength(22);
  const paper = await paperIn(us, lab);

  const loseStatements = (answer: () => Response) => {
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      String(url).includes('/region/move-statements/') ? answer() : send(url, init),
    );
  };
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  // A region of an earlier release lacks this call.
  loseStatements(() => new Response('{}', { status: 404 }));
  const warned = vi.spyOn(eu.services.log, 'warn');
  const moveId = await move(us, eu, lab);
  vi.unstubAllGlobals();
  expect(warned.mock.calls.map(([about]) => String((about as { err?: Error }).err))).toContain(
    'Error: the other region answered 404: no reason',
  );
  warned.mockRestore();
  expect(await listIn(eu)).toEqual({ statements: [], has_more: false, is_complete: false });
  // As many as one run of the job has time for.
  expect(await runImport(eu.services, moveId, { sliceMs: -1 })).toBe('again');
  expect(await listIn(eu)).toMatchObject({ statements: { length: 20 }, is_complete: false });
  expect(await runImport(eu.services, moveId)).toBe('over');
  expect(await listIn(eu)).toEqual({ statements, has_more: false, is_complete: true });
  // The practice that stays has them with its case.
  const here = await (await us.as(author)).get(`/v1/cases/${dentalCase?.id}/statements/`);
  expect(here.json().statements).toEqual(statements);
  for (const [t, person] of [
    [eu, lab],
    [us, author],
  ] as const)
    expect((await paperIn(t, person)).equals(paper)).toBe(true);

  // Ids of two regions are in no common order.
  const next = await createCase(eu.services, { author: await createUser(eu.services), recipient: lab });
  await createStatement(eu.services, { caseId: next.id, maker: lab });
  const all = (await listIn(eu)).statements;
  expect(all).toMatchObject([{ case_no: next.no }, ...statements]);
  const after = await (await signedIn(eu, lab)).get(`/v1/privacy/statements/?before=${all[0].id}`);
  expect(after.json().statements).toEqual(statements);
  await eu.services.db.deleteFrom('device_statement').where('case_id', '=', next.id).execute();

  await move(eu, us, lab);
  expect(await listIn(us)).toEqual({ statements, has_more: false, is_complete: true });
  expect(await copiesIn(eu)).toBe(0);

  loseStatements(() => {
    throw new TypeError('the other region is away');
  });
  const forgetJobs = () => sql`delete from pgboss.job where name = 'light-copy'`.execute(eu.services.db);
  const queued = async () => (await waitingJobs(eu, 'light-copy')).length;
  await forgetJobs();
  const other = await move(us, eu, author);
  expect(await queued()).toBe(cases.length);
  // They are not searched again each time the statements are requested.
  await forgetJobs();
  await sql`delete from light_copy`.execute(eu.services.db);
  expect([await runImport(eu.services, other), await queued()]).toEqual(['over', 0]);
  // Housekeeping does so once for people who arrived before arrivals queued copies.
  await eu.services.db
    .updateTable('region_import')
    .set({ copies_after: 0 })
    .where('move_id', '=', other)
    .execute();
  await queueLateCopies(eu.services);
  expect(await queued()).toBe(cases.length);
  await forgetJobs();
  await sql`delete from light_copy`.execute(eu.services.db);
  await queueLateCopies(eu.services);
  expect(await queued()).toBe(0);
  vi.unstubAllGlobals();
  // The case is erased here before the lab follows.
  await move(us, eu, lab);
  expect(await listIn(eu)).toEqual({ statements, has_more: false, is_complete: true });
  expect([await copiesIn(us), await copiesIn(eu)]).toEqual([0, 0]);
  expect((await paperIn(eu, author)).equals(paper)).toBe(true);
}, 120_000);

/** In a new session, because a move ends those of before. */
async function signedIn({ app, services }: TestApp, { id }: { id: number }): Promise<Client> {
  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: null };
  const session = await inTransaction(services, origin, (work) => openSession(work, id));
  return clientFor(app, session.access, session.refresh);
}
