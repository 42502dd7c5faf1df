import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Secret } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { seal, unseal } from '../../platform/secrets/secret-box.ts';
import { createUser } from '../../testing/factories.ts';
import {
  commentAs,
  createPractice,
  moveOf,
  seesCase,
  startMoveAs,
  workOnMove,
} from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { codeOf } from '../../testing/second-step.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { createMailToken, ownerOfMailToken } from '../identity/mail-tokens.ts';
import { APP_PURPOSE } from '../security/app-code.ts';
import { driveMove } from './finish-source.ts';
import { runImport } from './run-import.ts';

const { us, eu } = await openTwoRegions();

const personOf = (t: TestApp, { id }: { id: number }) =>
  t.services.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

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
