import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Client, clientFor } from '../../testing/test-app.ts';
import { auditOf, openFreshSides } from '../../testing/two-sides.ts';
import { openSession } from '../identity/sessions.ts';

const { t, people, newCase } = await openFreshSides();
const KEYS = '/v1/offline/keys/';

test('nobody gets keys without a session, and an ended session gets none', async () => {
  expect((await t.nobody.post(KEYS)).statusCode).toBe(401);
  const author = await t.as(people.author);
  expect((await author.post(KEYS)).statusCode).toBe(200);
  await t.services.db
    .updateTable('session')
    .set({ ended_at: new Date(), end_reason: 'sign_out' })
    .where('user_id', '=', people.author.id)
    .execute();
  expect((await author.post(KEYS)).statusCode).toBe(401);
});

test('the key of cases belongs to the session, the key of changes to the person, and neither outlives the session', async () => {
  const ask = async (client: Client) =>
    (await client.post(KEYS)).json() as { cases: string; changes: string; seconds: number };
  const { recipient } = people;
  const lab = await t.as(recipient);
  const first = await ask(lab);
  expect([first.cases, first.changes].map((key) => Buffer.from(key, 'base64url').length)).toEqual([32, 32]);
  expect(first.cases).not.toBe(first.changes);
  expect(await ask(lab)).toMatchObject({ cases: first.cases, changes: first.changes });
  expect(first.seconds).toBeGreaterThan(0);
  expect(first.seconds).toBeLessThanOrEqual(12 * 3600);

  const other = await ask(await t.as(people.authorMate));
  expect([other.cases, other.changes]).not.toContain(first.cases);
  expect([other.cases, other.changes]).not.toContain(first.changes);

  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: null };
  const again = await inTransaction(t.services, origin, (work) => openSession(work, recipient.id));
  const next = await ask(clientFor(t.app, again.access, again.refresh));
  expect(next.changes).toBe(first.changes);
  expect(next.cases).not.toBe(first.cases);
  await t.services.db
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() + 600_000) })
    .where('user_id', '=', recipient.id)
    .execute();
  expect((await ask(lab)).seconds).toBeLessThanOrEqual(600);

  const rows = await t.services.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'offline_keys_released')
    .where('user_id', '=', recipient.id)
    .execute();
  expect(rows).toHaveLength(4);
  for (const key of [first.cases, first.changes]) expect(JSON.stringify(rows)).not.toContain(key);
});

test('a browser that keeps cases is logged as keeping them, never as somebody who opened them', async () => {
  const { id } = await newCase();
  const [lab, author] = [await t.as(people.recipient), await t.as(people.author)];
  expect((await (await t.as(people.stranger)).get(`/v1/offline/cases/${id}/`)).statusCode).toBe(404);
  const { posts } = (await lab.get('/v1/offline/cases/')).json();
  expect(posts.map((row: { id: number }) => row.id)).toEqual([id]);
  // A change makes the browser load it again; the log has it once.
  await author.post(`/v1/cases/${id}/comment/`, { comment: 'Hello' });
  for (let time = 0; time < 2; time += 1)
    expect((await lab.get(`/v1/offline/cases/${id}/`)).json().comments).toMatchObject([{ is_unread: true }]);
  await eventually(async () => {
    const entries = (await auditOf(t, id)).filter(({ user_id }) => user_id === people.recipient.id);
    expect(entries.map(({ action }) => action)).toEqual(['case_kept']);
  });
  const log = (await lab.get('/v1/privacy/accesses/')).json();
  expect(log.entries.map((entry: { action: string }) => entry.action)).toEqual(['kept']);
  const history = (await author.get(`/v1/cases/${id}/history/`)).json();
  expect(JSON.stringify(history)).not.toContain('"opened"');
});
