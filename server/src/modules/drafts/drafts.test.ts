import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { completeFields } from '../../testing/draft-forms.ts';
import { createConnection, createLabUser } from '../../testing/factories.ts';
import { tracesOf } from '../../testing/traces.ts';
import { openTwoSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, storedIn, upload } from '../../testing/uploads.ts';
import { newCaseNumber } from '../cases/case-number.ts';
import { purgeCase } from '../purge/purge-case.ts';

const { t, people } = await openTwoSides();
const author = await t.as(people.author);

const begin = async (fields?: unknown) =>
  (await author.post('/v1/drafts/', { key: randomUUID(), ...(fields ? { fields } : {}) })).json();
const path = (id: number) => `/v1/drafts/${id}/`;

describe('drafts are refused', () => {
  test('drafts: 401 for guests', async () => {
    const { id } = await begin();
    expect((await t.nobody.get('/v1/drafts/')).statusCode).toBe(401);
    expect((await t.nobody.get('/v1/drafts/recipients/')).statusCode).toBe(401);
    expect((await t.nobody.post('/v1/drafts/', { key: randomUUID() })).statusCode).toBe(401);
    expect((await t.nobody.get(path(id))).statusCode).toBe(401);
    expect((await t.nobody.delete(path(id))).statusCode).toBe(401);
  });

  test('drafts: 404 for everybody but the author, group mates and the recipient included', async () => {
    const { id } = await begin({ recipientId: people.recipient.id });
    for (const person of [people.authorMate, people.recipient, people.partner, people.stranger]) {
      const client = await t.as(person);
      const save = { version: 1, fields: completeFields(null) };
      expect((await client.get(path(id))).statusCode).toBe(404);
      expect((await client.put(path(id), save)).statusCode).toBe(404);
      expect((await client.delete(path(id))).statusCode).toBe(404);
      expect((await client.get(`/v1/cases/${id}/all/`)).statusCode).toBe(404);
      const { drafts } = (await client.get('/v1/drafts/')).json();
      expect(drafts.map((draft: { id: number }) => draft.id)).not.toContain(id);
    }
    expect((await author.get(`/v1/cases/${id}/all/`)).statusCode).toBe(404);
  });

  test('a recipient who is no accepted connection, or does not exist, is refused', async () => {
    for (const recipientId of [people.stranger.id, people.authorMate.id, people.author.id, 123_456_789]) {
      const reply = await author.post('/v1/drafts/', { key: randomUUID(), fields: { recipientId } });
      expect(reply.statusCode).toBe(409);
      expect(reply.json()).toMatchObject({ code: 'recipient_not_connected' });
    }
  });

  test('malformed drafts are refused', async () => {
    const { id, version } = await begin();
    expect((await author.post('/v1/drafts/', { key: 'no-key' })).statusCode).toBe(400);
    const fields = completeFields(null);
    const bad = [
      { ...fields, patient: { ...fields.patient, firstname: 'x'.repeat(10_000) } },
      { ...fields, deliveryDate: '31.01.2099' },
      { ...fields, restorations: [{ ...fields.restorations[0], teeth: [19] }] },
      { ...fields, note: 'nul \u0000' },
    ];
    for (const each of bad) {
      expect((await author.put(path(id), { version, fields: each })).statusCode).toBe(400);
    }
    expect((await author.get(path(id))).json()).toMatchObject({ version, patient: { firstname: '' } });
  });
});

test('the same key gives the same draft, also concurrently', async () => {
  const key = randomUUID();
  const replies = await Promise.all([1, 2, 3].map(() => author.post('/v1/drafts/', { key })));
  expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1);
  const other = await (await t.as(people.authorMate)).post('/v1/drafts/', { key });
  expect(other.json().id).not.toBe(replies[0]?.json().id);
});

test('a draft keeps its fields, and its number contains a dash and its region', async () => {
  const { id, no, version } = await begin({ note: 'first' });
  expect(no).toMatch(/^\d{4}-U[2-9A-HJ-NP-TV-Z]{6}$/);
  expect(newCaseNumber('eu', new Date('2026-11-23'))).toMatch(/^2611-E[2-9A-HJ-NP-TV-Z]{6}$/);
  const fields = completeFields(people.recipient.id);
  const saved = await author.put(path(id), { version, fields });
  expect(saved.json()).toMatchObject({ version: version + 1 });
  expect((await author.get(path(id))).json()).toMatchObject({
    ...fields,
    id,
    no,
    version: version + 1,
    files: [],
  });
  const { drafts } = (await author.get('/v1/drafts/')).json();
  expect(drafts[0]).toMatchObject({
    id,
    patient: { firstname: 'Zoë', lastname: 'Łukasz' },
    recipientName: 'Rita Recipient',
    fileCount: 0,
  });
});

test('a repeated tooth is stored once per restoration', async () => {
  const crown = { type: 'crown', arch: null, material: 'zirconia', shade: 'A2', stumpShade: '' };
  const draft = await begin({ restorations: [{ ...crown, teeth: [11, 21, 11] }] });
  expect(draft.restorations[0].teeth).toEqual([11, 21]);
});

test('a draft edited in two windows: the later save gets 409', async () => {
  const { id, version } = await begin();
  const save = (note: string) => author.put(path(id), { version, fields: { ...completeFields(null), note } });
  const replies = await Promise.all([save('one'), save('two')]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
  expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({ code: 'draft_changed' });
});

test('a discarded draft is gone with its files, and its key is free again', async () => {
  const key = randomUUID();
  const { id } = (await author.post('/v1/drafts/', { key, fields: { note: 'Zqxdraft' } })).json();
  await upload(author, id, png('Zqxdraft'), 'Zqxdraft.png');
  expect((await author.delete(path(id))).statusCode).toBe(200);
  expect((await author.get(path(id))).statusCode).toBe(404);
  expect((await author.delete(path(id))).statusCode).toBe(404);
  expect(await waitingJobs(t, 'purge-case')).toContainEqual({ caseId: id });
  await purgeCase(t.services, id);
  expect(await storedIn(t, `cases/${id}`)).toEqual([]);
  expect(await tracesOf(t, 'Zqxdraft')).toEqual([]);
  expect((await author.post('/v1/drafts/', { key })).json().id).not.toBe(id);
});

test('recipients are accepted connections in either direction, in the same region, with an account', async () => {
  const me = await createLabUser(t.services);
  const [mine, theirs, gone, far, pending] = [
    await createLabUser(t.services, { institution: 'A' }),
    await createLabUser(t.services, { institution: 'B' }),
    await createLabUser(t.services, { deleted_at: new Date() }),
    await createLabUser(t.services, { region: 'eu' }),
    await createLabUser(t.services),
  ];
  await createConnection(t.services, me, mine);
  await createConnection(t.services, theirs, me);
  await createConnection(t.services, me, gone);
  await createConnection(t.services, me, far);
  const asked = await createConnection(t.services, me, pending);
  await t.services.db.updateTable('connection').set({ status: 'REQD' }).where('id', '=', asked.id).execute();
  const { recipients } = (await (await t.as(me)).get('/v1/drafts/recipients/')).json();
  expect(recipients.map(({ id }: { id: number }) => id)).toEqual([mine.id, theirs.id]);
  expect(recipients[0]).toMatchObject({
    institution: 'A',
    email: mine.email,
    role: 'Dental Lab',
    picture: null,
  });
});

test('the last materials and shades are those of one’s own newest case to that recipient, per type, and never those of others', async () => {
  const used = async (person: { id: number }, recipientId = people.recipient.id) =>
    (await (await t.as(person)).get(`/v1/drafts/recipients/${recipientId}/last/`)).json().used;
  expect((await t.nobody.get(`/v1/drafts/recipients/${people.recipient.id}/last/`)).statusCode).toBe(401);
  const order = async (restorations: object[]) => {
    const { id, version } = await begin({ ...completeFields(people.recipient.id), restorations });
    const reply = await author.post(`${path(id)}send/`, { version });
    expect(reply.statusCode, reply.body).toBe(200);
    return id;
  };
  const crown = { type: 'crown', teeth: [16], arch: null, material: 'zirconia', shade: 'A2', stumpShade: '' };
  const veneer = { ...crown, type: 'veneer', teeth: [11], material: 'lithium_disilicate', stumpShade: 'ND2' };
  await order([crown, veneer]);
  const newest = await order([{ ...crown, shade: 'B1' }]);
  expect(await used(people.author)).toEqual([
    { type: 'crown', material: 'zirconia', shade: 'B1', stumpShade: '' },
    { type: 'veneer', material: 'lithium_disilicate', shade: 'A2', stumpShade: 'ND2' },
  ]);
  for (const other of [people.authorMate, people.recipient, people.stranger])
    expect(await used(other)).toEqual([]);
  expect(await used(people.author, 123_456_789)).toEqual([]);
  await author.delete(`/v1/cases/${newest}/remove/`);
  expect((await used(people.author))[0]).toMatchObject({ type: 'crown', shade: 'A2' });
});

test('the list has all drafts, in pages without gaps or repetitions', async () => {
  const { id } = await begin();
  // Two of each moment, around the end of a page.
  await sql`
    insert into dental_case (no, author_id, updated_at)
    select 'PAGE' || n, ${people.author.id}, now() - make_interval(mins => n / 2) from generate_series(1, 250) as n
  `.execute(t.services.db);
  const seen: number[] = [];
  let next: string | undefined;
  do {
    const page = (await author.get(`/v1/drafts/${next ? `?before=${next}` : ''}`)).json();
    seen.push(...page.drafts.map((draft: { id: number }) => draft.id));
    next = page.next;
  } while (next);
  const rows = await t.services.db
    .selectFrom('dental_case')
    .select('id')
    .where('author_id', '=', people.author.id)
    .where('published_at', 'is', null)
    .where('author_removed_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  expect(rows.length).toBeGreaterThan(250);
  expect(seen).toEqual(rows.map((row) => row.id));
  expect(seen).toContain(id);
  expect((await author.get('/v1/drafts/?before=1')).statusCode).toBe(400);
});
