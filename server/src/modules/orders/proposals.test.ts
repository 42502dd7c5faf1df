import type { StatusCode } from '@cusp/contract/cases';
import type { HistoryEntry } from '@cusp/contract/history';
import { describe, expect, test } from 'vitest';
import { crown, orderEdits } from '../../testing/order-edits.ts';
import { eventsOf, openTwoSides, waitingJobs } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();
const { contentOf, edit, answer, withdraw } = orderEdits(t);

const MOVED = { restorations: [crown({ teeth: [17] })] };

async function proposed(status: StatusCode = 'PROC', fields: Parameters<typeof edit>[2]['fields'] = MOVED) {
  const { id } = await newCase({ status });
  const reply = await edit(people.author, id, { as: 'proposal', fields });
  expect(reply.statusCode, reply.body).toBe(200);
  return { id, proposal: reply.json<{ proposal: number }>().proposal };
}
const teethOf = async (caseId: number) =>
  (await contentOf(people.author, caseId)).restorations.map(({ teeth }) => teeth);
const setStatus = async (user: { id: number }, caseId: number, action: string) =>
  (await t.as(user)).put(`/v1/cases/${caseId}/status/`, { action });

describe.each(['PROC', 'COMP', 'REOP'] as const)('proposing in %s', (status) => {
  test('a proposal waits until the recipient’s side accepts it', async () => {
    const { id, proposal } = await proposed(status);
    expect(await teethOf(id)).toEqual([[16]]);
    const shown = await contentOf(people.recipientMate, id);
    expect(shown.proposal).toMatchObject({ id: proposal, state: 'open', version: 1, by: 'Ada Author' });
    expect(shown.order_version).toBe(1);
    const reply = await answer(people.recipientMate, id, { proposal, answer: 'accept' });
    expect(reply.json()).toEqual({ version: 2 });
    expect(await teethOf(id)).toEqual([[17]]);
    expect(await contentOf(people.author, id)).toMatchObject({ order_version: 2, proposal: null });
    expect((await eventsOf(t, id)).map(({ name, activity }) => [name, activity])).toEqual([
      ['change_proposed', null],
      ['post_modified', 'POST_EDIT'],
    ]);
    const mails = (await waitingJobs(t, 'edited-mail')).filter((job) => job.caseId === id);
    expect(mails.map((job) => job.userId)).toContain(people.recipient.id);
    expect(mails.map((job) => job.userId)).toContain(people.author.id);
  });
});

describe('proposals are refused', () => {
  test('proposals: answers of the author’s side, withdrawals of the recipient’s side and strangers are refused', async () => {
    const { id, proposal } = await proposed();
    expect((await answer(people.authorMate, id, { proposal, answer: 'accept' })).statusCode).toBe(403);
    expect((await withdraw(people.recipient, id, proposal)).statusCode).toBe(403);
    expect((await answer(people.stranger, id, { proposal, answer: 'accept' })).statusCode).toBe(404);
    expect((await withdraw(people.partner, id, proposal)).statusCode).toBe(404);
    const other = await newCase({ status: 'PROC' });
    expect((await answer(people.recipient, other.id, { proposal, answer: 'accept' })).statusCode).toBe(404);
    expect(
      (await answer(people.recipient, id, { proposal: proposal + 16, answer: 'accept' })).statusCode,
    ).toBe(404);
    expect(await teethOf(id)).toEqual([[16]]);
  });

  test('an answer for another version of the order, or with too long a reason, is refused', async () => {
    const { id, proposal } = await proposed();
    const stale = await answer(people.recipient, id, { proposal, answer: 'accept', version: 2 });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'proposal_over']);
    const long = await answer(people.recipient, id, {
      proposal,
      answer: 'decline',
      reason: 'x'.repeat(1001),
    });
    expect(long.statusCode).toBe(400);
    expect((await contentOf(people.author, id)).proposal?.state).toBe('open');
    expect(await teethOf(id)).toEqual([[16]]);
  });
});

test('completing is refused to both sides while a proposal is open', async () => {
  for (const [status, user] of [
    ['PROC', people.recipient],
    ['REOP', people.author],
  ] as const) {
    const { id, proposal } = await proposed(status);
    expect((await contentOf(user, id)).actions).not.toContain('COMP');
    const refused = await setStatus(user, id, 'COMP');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'proposal_open']);
    await answer(people.recipient, id, { proposal, answer: 'decline', reason: 'Already milled' });
    expect((await contentOf(user, id)).actions).toContain('COMP');
    expect((await setStatus(user, id, 'COMP')).statusCode).toBe(200);
  }
});

test('a declined proposal shows by whom and why until the next edit, and changes nothing', async () => {
  const { id, proposal } = await proposed();
  await answer(people.recipient, id, { proposal, answer: 'decline', reason: 'Already milled' });
  expect(await teethOf(id)).toEqual([[16]]);
  expect((await contentOf(people.authorMate, id)).proposal).toMatchObject({
    state: 'declined',
    answered_by: 'Rita Recipient',
    reason: 'Already milled',
    fields: MOVED,
  });
  const next = await edit(people.author, id, { as: 'proposal', fields: { note: 'Then leave it' } });
  expect(next.statusCode).toBe(200);
  const kept = await t.services.db
    .selectFrom('order_change')
    .select(['state', 'fields'])
    .where('case_id', '=', id)
    .where('id', '=', proposal)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ state: 'declined', fields: null });
});

test('a proposal shows its confirmed warnings, and only those that apply', async () => {
  const odd = crown({ shade: 'A3a3', meant: ['shade_unusual::A3a3', 'pontic_alone:11:'] });
  const { id } = await proposed('PROC', { restorations: [odd] });
  const { proposal } = await contentOf(people.recipient, id);
  expect(proposal?.changes).toContainEqual({
    field: 'restoration',
    from: crown(),
    to: { ...odd, meant: ['shade_unusual::A3a3'] },
  });
});

test('the same proposal again creates no new one', async () => {
  const { id, proposal } = await proposed();
  const again = await edit(people.authorMate, id, { as: 'proposal', proposal, fields: MOVED });
  expect([again.statusCode, again.json().code]).toEqual([400, 'order_unchanged']);
  expect((await contentOf(people.recipient, id)).proposal?.id).toBe(proposal);
});

test('an answer repeated after a lost reply gets the same reply', async () => {
  const { id, proposal } = await proposed();
  const wish = { proposal, answer: 'accept' } as const;
  expect((await answer(people.recipient, id, wish)).json()).toEqual({ version: 2 });
  expect((await answer(people.recipient, id, wish)).json()).toEqual({ version: 2 });
  expect((await answer(people.recipient, id, { ...wish, version: 2 })).statusCode).toBe(409);
  expect((await answer(people.recipient, id, { ...wish, answer: 'decline' })).statusCode).toBe(409);
  expect((await answer(people.recipientMate, id, wish)).statusCode).toBe(409);
  expect((await contentOf(people.author, id)).order_version).toBe(2);
  const recorded = (await eventsOf(t, id)).map(({ name }) => name);
  expect(recorded).toEqual(['change_proposed', 'post_modified']);
});

test('a reason cannot reverse the digits of a tooth with bidi controls', async () => {
  const { id, proposal } = await proposed();
  await answer(people.recipient, id, { proposal, answer: 'decline', reason: 'O’Neill: only \u202e61' });
  expect((await contentOf(people.author, id)).proposal?.reason).toBe('O’Neill: only 61');
});

test('the author’s side withdraws a proposal once', async () => {
  const { id, proposal } = await proposed();
  // Their browser asks again when the reply was lost.
  for (let tried = 0; tried < 2; tried += 1)
    expect((await withdraw(people.authorMate, id, proposal)).statusCode).toBe(200);
  const events = await eventsOf(t, id);
  expect(events.filter(({ name }) => name === 'change_withdrawn')).toHaveLength(1);
  const again = await withdraw(people.author, id, proposal);
  expect(again.json()).toMatchObject({ code: 'proposal_over', changed_by: 'Amy Mate' });
  const late = await answer(people.recipient, id, { proposal, answer: 'accept' });
  expect([late.statusCode, late.json().code]).toEqual([409, 'proposal_over']);
  expect(await teethOf(id)).toEqual([[16]]);
});

describe('a new edit', () => {
  test('a new edit replaces the proposal its author saw; answers to the old one are refused', async () => {
    const { id, proposal } = await proposed();
    const unseen = await edit(people.authorMate, id, { as: 'proposal', fields: { note: 'x' } });
    expect(unseen.json()).toMatchObject({ code: 'order_changed', changed_by: 'Ada Author' });
    const next = await edit(people.authorMate, id, {
      as: 'proposal',
      proposal,
      fields: { restorations: [crown({ teeth: [18] })] },
    });
    expect(next.statusCode).toBe(200);
    const stale = await answer(people.recipient, id, { proposal, answer: 'accept' });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'proposal_over']);
    expect(await teethOf(id)).toEqual([[16]]);
    expect((await contentOf(people.recipient, id)).proposal?.id).toBe(next.json().proposal);
  });

  test('a new edit applies at once after the recipient reset the case to Open, and ends the proposal', async () => {
    const { id, proposal } = await proposed();
    await setStatus(people.recipient, id, 'OPEN');
    const reply = await edit(people.author, id, { as: 'change', proposal, fields: { note: 'x' } });
    expect(reply.json()).toEqual({ as: 'change', version: 2, proposal: null });
    expect((await contentOf(people.recipient, id)).proposal).toBeNull();
  });
});

describe('closing', () => {
  test('closing ends the proposal; answers are refused, and reopening does not restore it', async () => {
    const { id, proposal } = await proposed();
    expect((await setStatus(people.author, id, 'CLSD')).statusCode).toBe(200);
    expect((await contentOf(people.recipient, id)).proposal).toBeNull();
    const late = await answer(people.recipient, id, { proposal, answer: 'accept' });
    expect(late.json()).toMatchObject({ code: 'proposal_over', changed_by: 'Ada Author' });
    expect((await setStatus(people.author, id, 'REOP')).statusCode).toBe(200);
    expect((await contentOf(people.recipient, id)).proposal).toBeNull();
    expect(await teethOf(id)).toEqual([[16]]);
  });
});

describe('concurrent actions on a proposal', () => {
  test('two concurrent proposals create one', async () => {
    const { id } = await newCase({ status: 'PROC' });
    const both = await Promise.all([
      edit(people.author, id, { as: 'proposal', fields: { note: 'a' } }),
      edit(people.authorMate, id, { as: 'proposal', fields: { note: 'b' } }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('two concurrent accepts apply it once', async () => {
    const { id, proposal } = await proposed();
    const both = await Promise.all(
      [people.recipient, people.recipientMate].map((user) =>
        answer(user, id, { proposal, answer: 'accept' }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await contentOf(people.author, id)).order_version).toBe(2);
  });

  test('accepting and editing concurrently apply one of the two, never a mixture', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, proposal } = await proposed();
      const [accepted, edited] = await Promise.all([
        answer(people.recipient, id, { proposal, answer: 'accept' }),
        edit(people.author, id, { as: 'proposal', proposal, fields: { note: 'newer' } }),
      ]);
      expect([accepted.statusCode, edited.statusCode].sort()).toEqual([200, 409]);
      const { order_version, note, proposal: open } = await contentOf(people.author, id);
      const won = accepted.statusCode === 200;
      expect(await teethOf(id)).toEqual(won ? [[17]] : [[16]]);
      expect([order_version, note, open?.id ?? null]).toEqual([
        won ? 2 : 1,
        '',
        won ? null : edited.json().proposal,
      ]);
    }
  });

  test('completing and proposing concurrently never leaves an open proposal on a completed case', async () => {
    const { id } = await newCase({ status: 'PROC' });
    const [complete, edited] = await Promise.all([
      setStatus(people.recipient, id, 'COMP'),
      edit(people.author, id, { as: 'proposal', fields: MOVED }),
    ]);
    expect(edited.statusCode).toBe(200);
    expect([200, 409]).toContain(complete.statusCode);
    expect((await contentOf(people.recipient, id)).proposal?.state).toBe('open');
  });
});

test('both sides see edits field by field in the history, with their results', async () => {
  const { id, proposal } = await proposed();
  await answer(people.recipient, id, { proposal, answer: 'decline', reason: 'Already milled' });
  const second = (await edit(people.authorMate, id, { as: 'proposal', fields: MOVED })).json().proposal;
  await answer(people.recipient, id, { proposal: second, answer: 'accept' });
  for (const user of [people.author, people.recipientMate]) {
    const reply = await (await t.as(user)).get(`/v1/cases/${id}/history/`);
    const { entries } = reply.json<{ entries: HistoryEntry[] }>();
    const recorded = entries
      .filter(({ order }) => order)
      .map(({ action, person, order }) => [person?.name, action, order?.state, order?.version]);
    expect(recorded).toEqual([
      ['Rita Recipient', 'change_accepted', 'accepted', 2],
      ['Amy Mate', 'change_proposed', 'accepted', 2],
      ['Rita Recipient', 'change_declined', 'declined', null],
      ['Ada Author', 'change_proposed', 'declined', null],
    ]);
    expect(entries[0]?.order?.changes).toContainEqual({
      field: 'restoration',
      from: crown(),
      to: crown({ teeth: [17] }),
    });
    expect(entries.find(({ action }) => action === 'change_declined')?.order?.reason).toBe('Already milled');
  }
  const events = await eventsOf(t, id);
  expect(JSON.stringify(events)).not.toContain('milled');
  expect(JSON.stringify(events)).not.toContain('crown');
});

test('a proposal of a side that deleted its copy can be answered, not withdrawn', async () => {
  const { id, proposal } = await proposed();
  const lab = await t.as(people.recipient);
  expect((await lab.put(`/v1/cases/${id}/status/`, { action: 'OPEN' })).statusCode).toBe(200);
  expect((await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`)).statusCode).toBe(200);
  expect((await withdraw(people.author, id, proposal)).statusCode).toBe(404);
  expect((await answer(people.recipient, id, { proposal, answer: 'accept' })).statusCode).toBe(200);
  expect(await contentOf(people.recipient, id)).toMatchObject({ order_version: 2, proposal: null });
});
