import { expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { crown, orderEdits } from '../../testing/order-edits.ts';
import { openFreshSides } from '../../testing/two-sides.ts';

const { t, people } = await openFreshSides();
const { edit, answer } = orderEdits(t);

interface Need {
  id: number;
  due: string | null;
  unread_comments: number;
  unread_mention: boolean;
  has_proposal: boolean;
  party: string;
}

const PATH = '/v1/dashboard/cases/needs/';
const needsOf = async (person: { id: number }): Promise<Need[]> =>
  (await (await t.as(person)).get(PATH)).json().cases;
const idsOf = async (person: { id: number }) => (await needsOf(person)).map(({ id }) => id);
const set = (id: number, columns: object) =>
  t.services.db.updateTable('dental_case').set(columns).where('id', '=', id).execute();
const dueCase = async (days: number, change: object = {}) => {
  const { id } = await createCase(t.services, { ...people, ...change });
  const delivery_date = new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
  await set(id, { delivery_date });
  return id;
};
const comment = async (person: { id: number }, id: number, body: object) =>
  (await t.as(person)).post(`/v1/cases/${id}/comment/`, body);

test('needy cases: 401 for guests', async () => {
  expect((await t.nobody.get(PATH)).statusCode).toBe(401);
});

test('needy cases: strangers, partners and people whose side deleted its copy get none', async () => {
  const id = await dueCase(-1, { status: 'CLSD' });
  await comment(people.recipient, id, { comment: 'For both' });
  expect(await idsOf(people.author)).toEqual([id]);
  await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
  for (const person of [people.stranger, people.partner, people.author, people.authorMate])
    expect(await needsOf(person)).toEqual([]);
});

test('needy cases: overdue, then proposals, mentions, unread comments and due soon, each case once', async () => {
  const soon = await dueCase(2);
  const unread = await dueCase(30);
  await comment(people.author, unread, { comment: 'Please look' });
  const mention = await dueCase(30);
  await comment(people.author, mention, {
    comment: '@Rita Recipient',
    mentions: [{ user_id: people.recipient.id, start: 0, length: 15 }],
  });
  const proposal = await dueCase(30, { status: 'PROC' });
  await edit(people.author, proposal, { as: 'proposal', fields: { restorations: [crown({ teeth: [17] })] } });
  const overdue = await dueCase(-2);
  await comment(people.author, overdue, { comment: 'And when?' });
  await dueCase(-2, { status: 'COMP' });
  await dueCase(-2, { draft: true });

  const needs = await needsOf(people.recipient);
  expect(needs.map(({ id }) => id)).toEqual([overdue, proposal, mention, unread, soon]);
  expect(needs[0]).toMatchObject({ due: 'overdue', unread_comments: 1, has_proposal: false });
  expect(needs[1]).toMatchObject({ due: null, unread_comments: 0, has_proposal: true });
  expect(needs[2]).toMatchObject({ unread_comments: 1, unread_mention: true });
  expect(needs[4]).toMatchObject({ due: 'soon' });
});

test('a proposal needs the side that answers it, until it has', async () => {
  const id = await dueCase(30, { status: 'PROC' });
  const reply = await edit(people.author, id, {
    as: 'proposal',
    fields: { restorations: [crown({ teeth: [17] })] },
  });
  expect(await idsOf(people.recipientMate)).toEqual([id]);
  expect(await idsOf(people.author)).toEqual([]);
  await answer(people.recipient, id, { proposal: reply.json().proposal, answer: 'accept' });
  expect(await idsOf(people.recipientMate)).toEqual([]);
});

test('the dashboard has only the most urgent cases of each reason, longest overdue first', async () => {
  const late = [];
  for (const days of [-9, -8, -7, -6]) late.push(await dueCase(days));
  expect(await idsOf(people.authorMate)).toEqual(late.slice(0, 3));
  // It is shown for its comment but still takes its place among the overdue ones.
  await comment(people.author, late[3] ?? 0, { comment: 'And when?' });
  await dueCase(1);
  expect((await idsOf(people.recipient)).slice(0, 4)).toEqual(late);
});
