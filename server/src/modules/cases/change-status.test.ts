import { StatusAction, StatusCode, type UserType } from '@cusp/contract/cases';
import { openActions } from '@cusp/dental/case-status';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { auditOf, eventsOf, ids, openTwoSides } from '../../testing/two-sides.ts';

const { t, people } = await openTwoSides();

const path = (id: number | string) => `/v1/cases/${id}/status/`;
const newCase = (status: StatusCode, prevStatus: StatusCode | null = null) =>
  createCase(t.services, { author: people.author, recipient: people.recipient, status, prevStatus });

describe('changing the status is refused', () => {
  test('changing the status: 401 for guests', async () => {
    const { id } = await newCase('OPEN');
    expect((await t.nobody.put(path(id), { action: 'CLSD' })).statusCode).toBe(401);
  });

  test('changing the status: 404 for strangers and uninvolved partners', async () => {
    const { id } = await newCase('OPEN');
    for (const person of [people.stranger, people.partner]) {
      const reply = await (await t.as(person)).put(path(id), { action: 'CLSD' });
      expect(reply.statusCode).toBe(404);
    }
    expect(await eventsOf(t, id)).toEqual([]);
  });

  test('changing the status: 404 for drafts, deleted cases and invalid ids', async () => {
    const author = await t.as(people.author);
    const draft = await createCase(t.services, { ...people, draft: true });
    expect((await author.put(path(draft.id), { action: 'CLSD' })).statusCode).toBe(404);
    expect((await author.put(path('abc'), { action: 'CLSD' })).statusCode).toBe(404);
    expect((await author.put(path(987654321), { action: 'CLSD' })).statusCode).toBe(404);
  });

  test('changing the status: 400 for an unknown action', async () => {
    const { id } = await newCase('OPEN');
    const reply = await (await t.as(people.author)).put(path(id), { action: 'READ' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid_input', errors: [{ field: 'action' }] });
  });
});

describe('the status menu over HTTP', () => {
  const sides: [UserType, 'author' | 'authorMate' | 'recipient' | 'recipientMate'][] = [
    ['AU', 'author'],
    ['SG', 'authorMate'],
    ['OT', 'recipient'],
    ['OT', 'recipientMate'],
  ];
  const cells = sides.flatMap(([side, who]) =>
    StatusCode.options.flatMap((status) =>
      (status === 'CLSD' ? ([null, 'READ', 'COMP'] as const) : ([null] as const)).map(
        (before) => [side, who, status, before] as const,
      ),
    ),
  );

  test.each(cells)('%s (%s) on %s (before: %s)', async (side, who, status, before) => {
    const client = await t.as(people[who]);
    const open = openActions(side, status, before);
    for (const action of StatusAction.options) {
      const { id } = await newCase(status, before);
      const reply = await client.put(path(id), { action });
      if (open.includes(action)) {
        expect(reply.statusCode).toBe(200);
        expect(reply.json().status).toMatchObject({ code: action, prev: status });
      } else {
        expect(reply.statusCode).toBe(409);
        expect(reply.json()).toMatchObject({ code: 'action_not_open' });
        expect(await eventsOf(t, id)).toEqual([]);
      }
    }
  });
});

test('a status change moves the case up, reaches both sides and is in the audit log', async () => {
  const dentalCase = await newCase('PROC');
  const recipient = await t.as(people.recipientMate);
  const reply = await recipient.request(
    'PUT',
    path(dentalCase.id),
    { action: 'COMP' },
    { 'action-id': 'tab-1' },
  );
  expect(reply.json()).toEqual({
    status: { code: 'COMP', prev: 'PROC', str: 'Completed' },
    undo: expect.any(Number),
  });
  const [event, ...more] = await eventsOf(t, dentalCase.id);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    name: 'post_status_modified',
    activity: 'STATUS_CHANGE',
    actor_id: people.recipientMate.id,
    action_id: 'tab-1',
  });
  const { author, authorMate, recipient: lab, recipientMate } = people;
  expect(event?.audience.toSorted((a, b) => a - b)).toEqual(ids(author, authorMate, lab, recipientMate));
  const row = await t.services.db
    .selectFrom('dental_case')
    .selectAll()
    .where('id', '=', dentalCase.id)
    .executeTakeFirstOrThrow();
  expect(row.updated_at.getTime()).toBeGreaterThan(dentalCase.updated_at.getTime());
  expect(await auditOf(t, dentalCase.id)).toMatchObject([
    { action: 'case_changed', user_id: people.recipientMate.id, detail: { status: 'COMP', before: 'PROC' } },
  ]);
});

test('the status before closing decides how a case is reopened', async () => {
  const { id } = await newCase('READ');
  const author = await t.as(people.author);
  await author.put(path(id), { action: 'CLSD' });
  const detail = (await author.get(`/v1/cases/${id}/content/`)).json();
  expect(detail).toMatchObject({ status: { code: 'CLSD', prev: 'READ' }, actions: ['OPEN'] });
  expect((await author.put(path(id), { action: 'REOP' })).statusCode).toBe(409);
  expect((await author.put(path(id), { action: 'OPEN' })).statusCode).toBe(200);
});

test('two concurrent status changes: one wins, the other gets 409', async () => {
  const { id } = await newCase('PROC');
  const replies = await Promise.all([
    (await t.as(people.recipient)).put(path(id), { action: 'COMP' }),
    (await t.as(people.recipientMate)).put(path(id), { action: 'OPEN' }),
  ]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
  const winner = replies.find((reply) => reply.statusCode === 200)?.json().status.code;
  const row = await t.services.db
    .selectFrom('dental_case')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.status).toBe(winner);
  expect(await eventsOf(t, id)).toHaveLength(1);
});

test('stale status change gets 409 with changed_by', async () => {
  const { id } = await newCase('READ');
  const author = await t.as(people.author);
  await (await t.as(people.recipientMate)).put(path(id), { action: 'PROC' });
  // In Progress can be closed too, but the actor decided when the case was open.
  const reply = await author.put(path(id), { action: 'CLSD', was: 'OPEN' });
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'action_not_open', changed_by: 'Ron Mate' });
  expect((await author.put(path(id), { action: 'CLSD', was: 'PROC' })).statusCode).toBe(200);
});

test('opening by the other side does not make a status change stale', async () => {
  const { id } = await newCase('READ');
  const reply = await (await t.as(people.author)).put(path(id), { action: 'CLSD', was: 'OPEN' });
  expect(reply.statusCode).toBe(200);
});

test('changed_by is empty when nobody is known', async () => {
  const { id } = await newCase('PROC');
  const reply = await (await t.as(people.recipient)).put(path(id), { action: 'PROC', was: 'OPEN' });
  expect(reply.json()).toMatchObject({ code: 'action_not_open', changed_by: '' });
  expect((await (await t.as(people.recipient)).put(path(id), { action: 'COMP', was: 'x' })).statusCode).toBe(
    400,
  );
});
