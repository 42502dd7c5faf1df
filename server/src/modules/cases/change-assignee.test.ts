import { expect, test } from 'vitest';
import { createCase, createLabUser } from '../../testing/factories.ts';
import { auditOf, eventsOf, openTwoSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();

const path = (id: number) => `/v1/cases/${id}/assignee/`;
const assign = async (who: { id: number }, caseId: number, to: { id: number } | null) =>
  (await t.as(who)).put(path(caseId), { assignee_id: to?.id ?? null });

test('changing the assignee: 401 for guests, 404 for strangers and uninvolved partners', async () => {
  const { id } = await newCase();
  expect((await t.nobody.get(path(id))).statusCode).toBe(401);
  expect((await t.nobody.put(path(id), { assignee_id: null })).statusCode).toBe(401);
  for (const person of [people.stranger, people.partner]) {
    expect((await (await t.as(person)).get(path(id))).statusCode).toBe(404);
    expect((await assign(person, id, people.recipientMate)).statusCode).toBe(404);
  }
});

test('changing the assignee: 403 for the author’s side', async () => {
  const { id } = await newCase();
  for (const person of [people.author, people.authorMate]) {
    const reply = await assign(person, id, people.recipientMate);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'assignee_not_allowed' });
    expect((await (await t.as(person)).get(path(id))).json()).toEqual({
      assignee: { id: null },
      sg_users: [],
    });
  }
});

test('assignee cannot change without a share group, with a deleted author or on a closed case', async () => {
  const alone = await createLabUser(t.services);
  const single = await createCase(t.services, { author: people.author, recipient: alone });
  expect((await assign(alone, single.id, alone)).json()).toMatchObject({ code: 'assignee_not_allowed' });

  const gone = await createLabUser(t.services, { deleted_at: new Date() });
  const orphan = await createCase(t.services, { author: gone, recipient: people.recipient });
  const reply = await assign(people.recipient, orphan.id, people.recipientMate);
  expect(reply.json()).toMatchObject({ code: 'assignee_not_allowed' });

  const closed = await newCase({ status: 'CLSD' });
  const late = await assign(people.recipient, closed.id, people.recipientMate);
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: 'case_closed' });
});

test('assignee outside the recipient’s group or malformed is refused', async () => {
  const { id } = await newCase();
  for (const person of [people.author, people.partner, people.stranger]) {
    const reply = await assign(people.recipient, id, person);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'assignee_not_in_group' });
  }
  const client = await t.as(people.recipient);
  expect((await client.put(path(id), { assignee_id: 'somebody' })).statusCode).toBe(400);
  expect((await client.put(path(id), {})).statusCode).toBe(400);
  expect(await eventsOf(t, id)).toEqual([]);
});

test('assigning a case to a colleague or oneself, and unassigning it', async () => {
  const { id } = await newCase();
  const mate = await t.as(people.recipientMate);
  expect((await mate.get(path(id))).json()).toEqual({
    assignee: { id: null },
    sg_users: [
      { name: 'Ron Mate', user_id: people.recipientMate.id },
      { name: 'Rita Recipient', user_id: people.recipient.id },
    ],
  });
  expect((await assign(people.recipientMate, id, people.recipient)).json().assignee.id).toBe(
    people.recipient.id,
  );
  expect((await assign(people.recipient, id, people.recipientMate)).statusCode).toBe(200);
  expect((await assign(people.recipient, id, people.recipientMate)).statusCode).toBe(200);
  const detail = (await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).json();
  expect(detail.assignee).toEqual({ id: people.recipientMate.id, name: 'Ron Mate' });
  expect((await assign(people.recipient, id, null)).json().assignee).toEqual({ id: null });
  const events = await eventsOf(t, id);
  expect(events.map((event) => [event.name, event.activity])).toEqual(
    Array.from({ length: 3 }, () => ['post_assignee_changed', 'ASSIGNEE_CHANGE']),
  );
  expect(events[0]?.audience).toContain(people.author.id);
  const changes = (await auditOf(t, id)).filter((entry) => entry.action === 'case_changed');
  expect(changes).toHaveLength(3);
});

test('two concurrent assignments: one wins, the other learns who was assigned', async () => {
  const { id } = await newCase();
  const body = (person: { id: number }) => ({ assignee_id: person.id, was: null });
  const [lab, mate] = [await t.as(people.recipient), await t.as(people.recipientMate)];
  const replies = await Promise.all([
    lab.put(path(id), body(people.recipient)),
    mate.put(path(id), body(people.recipientMate)),
  ]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
  const [first, second] = replies;
  const refused = first?.statusCode === 409 ? first : second;
  const winner = refused === first ? 'Ron Mate' : 'Rita Recipient';
  expect(refused?.json()).toMatchObject({ code: 'assignee_changed', changed_by: winner });
  const { assignee } = (await lab.get(`/v1/cases/${id}/content/`)).json();
  expect(assignee.name).toBe(winner);
  expect((await lab.put(path(id), { assignee_id: null, was: assignee.id })).statusCode).toBe(200);
});
