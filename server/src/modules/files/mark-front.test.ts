import type { CaseDetail } from '@cusp/contract/cases';
import type { HistoryEntry } from '@cusp/contract/history';
import type { Orientation } from '@cusp/contract/orientation';
import { MAX_MARKED_SCANS } from '@cusp/contract/orientation.routes';
import type { SharedCase } from '@cusp/contract/sharing';
import { KNOWN_POINTS } from '@cusp/mesh/arch/same-surface';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import type { Client } from '../../testing/test-app.ts';
import { auditOf, eventsOf, ids, openTwoSides } from '../../testing/two-sides.ts';

const { t, people } = await openTwoSides();

const scan = Array.from({ length: KNOWN_POINTS * 3 }, (_, i) => i / 4);
const mark: Orientation = { head: [0, 0, 1], front: [1, 0, 0], scans: [scan] };

async function newCase(more: { draft?: boolean; isClosed?: boolean } = {}): Promise<number> {
  const { author, recipient } = people;
  const { id } = await createCase(t.services, { author, recipient, draft: more.draft ?? false });
  if (more.isClosed)
    await t.services.db.updateTable('dental_case').set({ status: 'CLSD' }).where('id', '=', id).execute();
  return id;
}

const say = (client: Client, id: number, orientation: unknown) =>
  client.put(`/v1/cases/${id}/orientation/`, { orientation });
const seen = async (client: Client, id: number) =>
  (await client.get(`/v1/cases/${id}/all/`)).json<CaseDetail>().orientation;

describe('marking the front is refused', () => {
  test('marking the front: 401 for guests, 404 for strangers and the recipient of a draft, 409 on a closed case', async () => {
    const id = await newCase();
    expect((await say(t.nobody, id, mark)).statusCode).toBe(401);
    for (const other of [people.stranger, people.partner])
      expect((await say(await t.as(other), id, mark)).statusCode).toBe(404);
    const draft = await newCase({ draft: true });
    expect((await say(await t.as(people.recipient), draft, mark)).statusCode).toBe(404);
    const closed = await say(await t.as(people.author), await newCase({ isClosed: true }), mark);
    expect([closed.statusCode, closed.json().code]).toEqual([409, 'case_closed']);
    expect(await seen(await t.as(people.author), id)).toBeNull();
  });

  test.each([
    ['without a mark', undefined],
    ['a head that is no direction', { ...mark, head: [0, 0, 2] }],
    ['a front that is not at a right angle to the head', { ...mark, front: [0, 0.6, 0.8] }],
    ['no scan', { ...mark, scans: [] }],
    ['too many scans', { ...mark, scans: Array(MAX_MARKED_SCANS + 1).fill(scan) }],
    ['a place that lacks a number', { ...mark, scans: [scan.slice(1)] }],
    ['a place out of the world', { ...mark, scans: [scan.with(0, 1e9)] }],
  ])('marking the front is refused with %s', async (_what, orientation) => {
    const id = await newCase();
    const author = await t.as(people.author);
    expect((await say(author, id, orientation)).statusCode).toBe(400);
    expect(await eventsOf(t, id)).toEqual([]);
  });
});

test('one side marks the front, both see it; each change emits one event and is in the history', async () => {
  const id = await newCase();
  const [author, mate] = [await t.as(people.author), await t.as(people.recipientMate)];
  expect((await say(mate, id, mark)).json()).toEqual({ orientation: mark });
  expect((await say(author, id, mark)).statusCode).toBe(200);
  expect(await seen(author, id)).toEqual(mark);

  const events = await eventsOf(t, id);
  expect(events.map(({ name }) => name)).toEqual(['front_marked']);
  const { author: ada, authorMate, recipient, recipientMate } = people;
  expect([...(events[0]?.audience ?? [])].sort((a, b) => a - b)).toEqual(
    ids(ada, authorMate, recipient, recipientMate),
  );
  expect((await auditOf(t, id)).filter(({ action }) => action === 'front_marked')).toMatchObject([
    { user_id: recipientMate.id, detail: { front: [1, 0, 0] } },
  ]);
  const { entries } = (await author.get(`/v1/cases/${id}/history/`)).json<{ entries: HistoryEntry[] }>();
  expect(entries.filter(({ action }) => action === 'front_marked')).toMatchObject([
    { person: { name: 'Ron Mate' } },
  ]);

  const other: Orientation = { ...mark, front: [0, -1, 0] };
  expect((await say(author, id, other)).statusCode).toBe(200);
  expect(await seen(mate, id)).toEqual(other);
  expect((await say(mate, id, null)).json()).toEqual({ orientation: null });
  expect((await say(mate, id, null)).statusCode).toBe(200);
  expect(await seen(author, id)).toBeNull();
  expect(await eventsOf(t, id)).toHaveLength(3);
});

test('a link shows the mark of the front, but not of scans it leaves out', async () => {
  const id = await newCase();
  const author = await t.as(people.author);
  await say(author, id, mark);
  const share = { key: crypto.randomUUID(), recipient: 'Kim', days: 1, allows_download: false };
  const { token } = (await author.post(`/v1/cases/${id}/share/`, share)).json<{ token: string }>();
  const open = async () =>
    (await t.nobody.get(`/v1/share/case/?data=${encodeURIComponent(token)}`)).json<SharedCase>().orientation;
  expect(await open()).toEqual(mark);
  await t.services.db
    .updateTable('dental_case')
    .set({ from_locked_device: true })
    .where('id', '=', id)
    .execute();
  expect(await open()).toBeNull();
});
