import { randomBytes } from 'node:crypto';
import type { Scanner } from '@cusp/contract/devices';
import { sql } from 'kysely';
import { Secret } from 'otpauth';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyedHash, seal, unseal } from '../../platform/secrets/secret-box.ts';
import { inTransaction } from '../../platform/work.ts';
import { createDevice, createRegistration, nameDevice } from '../../testing/devices.ts';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import {
  commentAs,
  createPractice,
  moveOf,
  seesCase,
  startMoveAs,
  workOnMove,
} from '../../testing/moves/practice.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { codeOf, createAppMember, stepTokenOf } from '../../testing/second-step.ts';
import { ask, createMember, PASSWORD } from '../../testing/sign-in.ts';
import { createStatement } from '../../testing/statements.ts';
import { type Client, clientFor, type TestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { createMailToken, ownerOfMailToken } from '../identity/mail-tokens.ts';
import { openSession } from '../identity/sessions.ts';
import { APP_PURPOSE } from '../security/app-code.ts';
import { queueLateCopies } from './arrived-copies.ts';
import { eraseMoves } from './erase-move.ts';
import { driveMove } from './finish-source.ts';
import { runImport } from './run-import.ts';

const { us, eu } = await openTwoRegions();

const personOf = (t: TestApp, { id }: { id: number }) =>
  t.services.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a practice that moves', () => {
  test('a practice that moves lives in the other region with its cases, and partners reach these as guests', async () => {
    const { author, mate, lab, labMate, cases } = await createPractice(us);
    await sql`
      insert into malware_scan (file_id, state, signature)
      select id, 'infected', 'Eicar' from case_file where case_id = ${cases[0]?.id}
    `.execute(us.services.db);
    const secret = Buffer.from('secret of the app');
    // A lost key of the region leaves apps that nothing opens.
    for (const [{ id }, key] of [
      [author, us.services.secret],
      [mate, randomBytes(32)],
    ] as const)
      await us.services.db
        .insertInto('authenticator_app')
        .values({ user_id: id, secret: seal(key, APP_PURPOSE, id, secret), confirmed_at: new Date() })
        .execute();
    const client = await us.as(author);
    const undo = await us.services.db.transaction().execute((tx) => createMailToken(tx, author.id, 'undo'));
    // Reading continues in a freeze and is logged; old rows date from before this region existed.
    for (const at of [Date.now() + 10 * 60_000, Date.UTC(2020, 0, 15)])
      await us.services.db
        .insertInto('audit_log')
        .values({
          action: 'case_viewed',
          at: new Date(at),
          user_id: lab.id,
          case_id: cases[0]?.id ?? 0,
          detail: '{}',
        } as never)
        .execute();
    const seqBefore = await newestSeq(eu);
    const code = codeOf(new Secret({ buffer: Uint8Array.from(secret).buffer }).base32);
    const moveId = await startMoveAs(us, author, { proof: { code } });
    await workOnMove(us, eu, moveId);
    expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived', percent: 100 });
    expect((await client.get('/v1/cases/')).statusCode).toBe(401);
    for (const person of [author, mate]) {
      expect(await personOf(eu, person)).toMatchObject({
        presence: 'home',
        region: 'eu',
        country: 'DE',
        email_key: person.email_key,
      });
      expect(await personOf(us, person)).toMatchObject({
        presence: 'moved',
        region: 'eu',
        password_hash: null,
      });
    }
    for (const { id } of cases) {
      for (const person of [author, mate, lab, labMate]) {
        expect(await seesCase(us, person, id)).toBe(false);
        expect(await seesCase(eu, person, id)).toBe(true);
      }
      const at = `/v1/cases/${id}`;
      const there = await eu.as(author);
      expect((await there.get(`${at}/comments/`)).json().comments).toHaveLength(1);
      const [file] = (await there.get(`${at}/files/`)).json().files;
      const row = await eu.services.db
        .selectFrom('case_file')
        .selectAll()
        .where('id', '=', file.id)
        .executeTakeFirstOrThrow();
      const [ours, theirs] = await Promise.all([bytesOf(us, row.storage_key), bytesOf(eu, row.storage_key)]);
      expect(theirs.equals(ours)).toBe(true);
      // Malware that was found stays closed.
      const taken = await (await eu.asGuest(lab)).get(`/v1/files/${file.id}/download/`);
      expect(taken.statusCode).toBe(id === cases[0]?.id ? 403 : 200);
    }
    expect(await ownerOfMailToken(eu.services.db, undo, 'undo')).toBe(author.id);
    await expect(ownerOfMailToken(us.services.db, undo, 'undo')).rejects.toMatchObject({
      code: 'server_is_wrong',
    });
    const viewed = await eu.services.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'case_viewed')
      .where('case_id', '=', cases[0]?.id ?? 0)
      .where('user_id', '=', lab.id)
      .execute();
    expect(viewed).toHaveLength(2);
    const misplaced = await sql<{ tables: string[] }>`select keep_log_partitions() as tables`.execute(
      eu.services.db,
    );
    expect(misplaced.rows[0]?.tables).toEqual([]);
    const app = await eu.services.db
      .selectFrom('authenticator_app')
      .select('secret')
      .where('user_id', '=', author.id)
      .executeTakeFirstOrThrow();
    expect(unseal(eu.services.secret, APP_PURPOSE, author.id, app.secret)).toEqual(secret);
    // Imported events get no position in the live stream; the arrival is one new event.
    expect((await newestSeq(eu)) - seqBefore).toBe(1);
    for (const t of [us, eu]) expect(await countOf(t, 'address_claim')).toBe(0);
    const mails = (await waitingJobs(eu, 'mail')).filter(({ template }) => template === 'region-moved');
    const known = [author, mate, lab, labMate].map(({ id }) => id);
    const mailed = mails.map(({ userId }) => Number(userId)).filter((id) => known.includes(id));
    expect(mailed.toSorted()).toEqual([author.id, mate.id].toSorted());
    // Greeted by name.
    expect(mails.find(({ userId }) => userId === author.id)?.params).toMatchObject({ name: 'Ada' });
  }, 120_000);

  test('a practice that moves signs in there with its unused recovery codes, also people with passkeys only', async () => {
    const { member: owner, recoveryCodes } = await createAppMember(us);
    const [mate, early] = [await createMember(us), await createMember(us)];
    await createGroup(us.services, owner, [mate, early]);
    const codesOf = async (person: { id: number }): Promise<string[]> => {
      await us.services.db
        .insertInto('passkey')
        .values({
          user_id: person.id,
          credential_id: `passkey of ${person.id}`,
          public_key: Buffer.from('key'),
          counter: 0,
          transports: [],
          rp_id: 'us.cusp.test',
          name: 'Laptop',
          last_used_at: null,
        })
        .execute();
      const reply = await (await us.as(person)).post('/v1/auth/recovery-codes/', { password: PASSWORD });
      return reply.json().recovery_codes;
    };
    const matesCodes = await codesOf(mate);
    // As codes were hashed before they had keys.
    const [old = '', second = ''] = await codesOf(early);
    await us.services.db.deleteFrom('recovery_code').where('user_id', '=', early.id).execute();
    const hashes = [old, second].map((code) =>
      keyedHash(us.services.secret, 'recovery code', `${early.id} ${code.replace('-', '')}`),
    );
    await us.services.db
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ user_id: early.id, hash, used_at: null, key: null })))
      .execute();
    const enter = async (t: TestApp, { email }: { email: string }, code = '') => {
      const body = { token: await stepTokenOf(t, email), code };
      return (await ask(t, { path: '/v1/auth/login/code/', body })).statusCode;
    };
    expect([await enter(us, early, old), await enter(us, early, old)]).toEqual([200, 400]);
    const [first, unused] = recoveryCodes;
    await workOnMove(us, eu, await startMoveAs(us, owner, { proof: { code: first } }));
    for (const [person, code] of [
      [owner, unused],
      [mate, matesCodes[0]],
    ] as const)
      expect([await enter(eu, person, code), await enter(eu, person, code)]).toEqual([200, 400]);
    expect(await enter(eu, owner, first)).toBe(400);
    const left = async (person: { id: number }) =>
      (await (await eu.as(person)).get('/v1/auth/security/')).json().recovery_codes_left;
    expect([await left(owner), await left(mate), await left(early)]).toEqual([8, 9, 0]);
  }, 120_000);

  test('a practice that moves takes along what changed while it was copied, and audit rows and counts agree', async () => {
    const { author, lab, cases } = await createPractice(us);
    const moveId = await startMoveAs(us, author);
    await driveMove(us.services, { moveId });
    const id = cases[0]?.id ?? 0;
    await commentAs(us, lab, id, 'While it is copied');
    await workOnMove(us, eu, moveId);
    const { comments } = (await (await eu.as(author)).get(`/v1/cases/${id}/comments/`)).json();
    expect(comments).toHaveLength(2);
    const { rows } = await sql<{ ours: number; theirs: number }>`
      select author_count as ours, recipient_count as theirs from case_tally where author_id = ${author.id}
    `.execute(eu.services.db);
    expect(rows).toEqual([{ ours: 1, theirs: 1 }]);
    const audited = await eu.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('case_id', '=', id)
      .where('action', '=', 'comment_added')
      .execute();
    expect(audited).toHaveLength(2);
  }, 120_000);

  test('a practice that moves is found by the search once the other region has learned of its arrival, with later changes', async () => {
    const { author, lab, cases } = await createPractice(us);
    const moveId = await startMoveAs(us, author);
    await driveMove(us.services, { moveId });
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (String(url).includes('/region/move-arrived/')) throw new TypeError('the other region is away');
      return send(url, init);
    });
    await expect(runImport(eu.services, moveId)).rejects.toThrow();
    vi.unstubAllGlobals();
    const there = await eu.as(author);
    const found = async (client: typeof there, word: string) =>
      (await client.get(`/v1/cases/?search=${word}`)).json().posts.map(({ id }: { id: number }) => id);
    const [first, second] = cases.map(({ id }) => id);
    expect(await seesCase(eu, author, first ?? 0)).toBe(true);
    await commentAs(eu, author, first ?? 0, 'Kesslerbruch');
    await workOnMove(us, eu, moveId);
    expect((await found(there, 'from+the+lab')).sort()).toEqual([first, second]);
    expect(await found(there, 'kesslerbruch')).toEqual([first]);
    expect(await found(await eu.asGuest(lab), 'from+the+lab+1')).toEqual([second]);
    expect(await found(await us.as(lab), 'from+the+lab')).toEqual([]);
  }, 120_000);

  test('a practice that moves has each scanner once, although the labels in the two regions differ', async () => {
    const { author, mate, cases } = await createPractice(us);
    const label = (more: string) => `(01)09506000134352${more}`;
    const registered = async (t: TestApp, udi: string, by: { id: number; email: string }) => {
      const device = await createDevice(t.services, by, { udi, serialNo: '' });
      return { ...device, ...(await createRegistration(t.services, device, by)), device: device.id };
    };
    const [shared, , lone] = [
      await registered(us, label('(11)240131(21)MOVE-1'), author),
      await registered(us, label('(11)240131(21)MOVE-2'), mate),
      await registered(us, label('(10)LOT1'), author),
    ];
    await nameDevice(us.services, cases[0]?.id ?? 0, { id: shared.device }, author);
    await us.services.db
      .updateTable('app_user')
      .set({ last_device_id: shared.device })
      .where('id', '=', author.id)
      .execute();
    const local = await createUser(eu.services);
    const known = await createDevice(eu.services, local, { udi: label('(21)MOVE-1'), serialNo: '' });
    await registered(eu, label('(21)MOVE-2'), local);
    await createDevice(eu.services, local, { udi: label('(10)LOT2'), serialNo: '' });

    await workOnMove(us, eu, await startMoveAs(us, author));

    const scanners = (await (await eu.as(author)).get('/v1/devices/registrations/')).json();
    expect(scanners.last_device_id).toBe(known.id);
    const listed = scanners.scanners.map((each: Scanner) => [each.id, each.device_id, each.state]);
    expect(listed.toSorted()).toEqual(
      [
        [shared.id, known.id, 'active'],
        [lone.id, lone.device, 'active'],
      ].toSorted(),
    );
    const dentalCase = await eu.services.db
      .selectFrom('dental_case')
      .select(['device_id', 'device_user_id'])
      .where('id', '=', cases[0]?.id ?? 0)
      .executeTakeFirst();
    expect(dentalCase).toEqual({ device_id: known.id, device_user_id: author.id });
    // The serial number still identifies one scanner, and the copy keeps no data of its customer.
    for (const device of ['MOVE-1', 'MOVE-2']) {
      const reply = await (await eu.as(local)).post('/v1/devices/registrations/', { device, country: 'DE' });
      expect(reply.json().code).toBe(device === 'MOVE-1' ? 'device_taken' : 'device_yours');
    }
    const copy = await eu.services.db
      .selectFrom('device')
      .select(['customer_id', 'customer_name'])
      .where('id', '=', shared.device)
      .executeTakeFirst();
    expect(copy).toEqual({ customer_id: null, customer_name: '' });
  }, 120_000);

  test('a practice that moves sees the percentage, and that its data has arrived', async () => {
    const lone = await createUser(us.services, { country: 'US' });
    expect((await (await us.as(lone)).get('/v1/user/migration/')).json()).toEqual({
      cases_mv_percent: null,
      move: null,
      can_cancel: false,
    });
    const moveId = await startMoveAs(us, lone);
    expect((await (await us.as(lone)).get('/v1/user/migration/')).json()).toMatchObject({
      cases_mv_percent: 0,
      move: { step: 'copying', from: 'US', to: 'EU', people: 1 },
      can_cancel: true,
    });
    await workOnMove(us, eu, moveId);
    expect((await (await eu.as(lone)).get('/v1/user/migration/')).json()).toMatchObject({
      cases_mv_percent: 100,
      move: { step: 'arrived', from: 'US', to: 'EU' },
      can_cancel: false,
    });
  }, 120_000);
});

test('two weeks after a move the region that people left has none of their data, and certifies it', async () => {
  const { author, lab, cases } = await createPractice(us);
  const marker = 'Xylophonmarker';
  await us.services.db
    .updateTable('dental_case')
    .set({ patient_last: marker, note: marker })
    .where('author_id', '=', author.id)
    .execute();
  await us.services.db.updateTable('app_user').set({ phone: marker }).where('id', '=', author.id).execute();
  await commentAs(us, lab, cases[0]?.id ?? 0, marker);
  const statement = await createStatement(us.services, { caseId: cases[0]?.id ?? 0, maker: lab });
  const moveId = await startMoveAs(us, author);
  await workOnMove(us, eu, moveId);
  for (const path of ['certificate/', 'certificate/pdf/'])
    expect((await (await eu.as(author)).get(`/v1/user/migration/${path}`)).statusCode).toBe(404);
  await eraseMoves(us.services);
  expect(await placesOf(us, marker)).not.toEqual([]);
  await us.services.db
    .updateTable('region_move')
    .set({ arrived_at: new Date(Date.now() - 15 * 24 * 3_600_000) })
    .where('id', '=', moveId)
    .execute();
  await eraseMoves(us.services);
  expect(await placesOf(us, marker)).toEqual([]);
  expect(await placesOf(eu, marker)).not.toEqual([]);
  const certificate = await (await eu.as(author)).get('/v1/user/migration/certificate/');
  expect(certificate.json()).toMatchObject({
    move: moveId,
    from: 'US',
    to: 'EU',
    cases: 2,
    rows: { dental_case: 2 },
  });
  const paper = await (await eu.as(author)).get(
    '/v1/user/migration/certificate/pdf/?language=de&tz=Europe/Berlin',
  );
  expect(paper.headers['content-type']).toBe('application/pdf');
  expect(paper.headers['content-disposition']).toContain(`cusp-erasure-${moveId}.pdf`);
  const text = (await pdfText(paper.rawPayload)).join('|').replaceAll('|', '');
  for (const fact of [
    'Bescheinigung der Löschung',
    'Vereinigte Staaten',
    moveId,
    'dental_case',
    certificate.json().signed,
  ])
    expect(text).toContain(fact);
  // Kinds with a count of zero.
  expect(certificate.json().rows).toMatchObject({ legal_hold: 0 });
  expect(text).not.toContain('legal_hold');
  const waiting = (await waitingJobs(us, 'delete-bytes')).map(({ key }) => key);
  for (const { id } of cases) expect(waiting.some((key) => String(key).includes(`/${id}/`))).toBe(true);
  expect((await (await eu.as(author)).get(`/v1/cases/${cases[0]?.id}/all/`)).statusCode).toBe(200);
  // The lab that stays keeps the statements that it made, also when the case comes back.
  const kept = async () => {
    const client = await us.as(lab);
    const [paper, list] = await Promise.all([
      client.request('GET', `/v1/statements/${statement.id}/file/`, undefined, { cookie: client.cookie }),
      client.get('/v1/privacy/statements/'),
    ]);
    return [paper.statusCode, list.json().statements.map(({ case_no }: { case_no: string }) => case_no)];
  };
  expect(await kept()).toEqual([200, [cases[0]?.no]]);
  // A person whose cases were erased may come back after the others.
  await eu.services.db
    .updateTable('region_import')
    .set({ ended_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
    .where('move_id', '=', moveId)
    .execute();
  const back = await startMoveAs(eu, author, { country: 'US' });
  await workOnMove(eu, us, back);
  expect(await moveOf(eu, back)).toMatchObject({ step: 'arrived' });
  expect(await personOf(us, author)).toMatchObject({ presence: 'home', region: 'us', moved_at: null });
  expect(await seesCase(us, lab, cases[0]?.id ?? 0)).toBe(true);
  expect(await kept()).toEqual([200, [cases[0]?.no]]);
  const again = (await (await us.as(lab)).get(`/v1/cases/${cases[0]?.id}/statements/`)).json();
  expect(again.statements).toMatchObject([{ id: statement.id, is_latest: true }]);
}, 120_000);

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

async function bytesOf(t: TestApp, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await t.services.storage.read(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function newestSeq(t: TestApp): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0)::bigint as seq from event`.execute(
    t.services.db,
  );
  return rows[0]?.seq ?? 0;
}

async function countOf(t: TestApp, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(t.services.db);
  return rows[0]?.count ?? 0;
}

/** Tables in which a row contains a text, whatever the column. */
async function placesOf(t: TestApp, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition
  `.execute(t.services.db);
  const found = [];
  for (const { name } of rows) {
    const hits =
      await sql`select from ${sql.table(name)} as item where item::text ilike ${`%${text}%`} limit 1`.execute(
        t.services.db,
      );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}
