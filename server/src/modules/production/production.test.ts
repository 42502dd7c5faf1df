import type { CaseSteps } from '@cusp/contract/production';
import { USUAL_PLAN } from '@cusp/dental/production';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { removeForSideOf } from '../../testing/deletions.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { createGuest } from '../../testing/guests.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { auditOf, eventsOf, openFreshSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

type Person = { id: number };
const stepsOf = async (person: Person, id: number) =>
  (await (await t.as(person)).get(`/v1/cases/${id}/steps/`)).json<CaseSteps>();
const mark = async (person: Person, id: number, step: string) =>
  (await t.as(person)).post(`/v1/cases/${id}/steps/`, { step });
const unmark = async (person: Person, id: number, markId: number) =>
  (await t.as(person)).delete(`/v1/cases/${id}/steps/${markId}/`);
const plan = async (person: Person, body: object) => (await t.as(person)).put('/v1/production/', body);
const choose = async (view: string, steps: object = USUAL_PLAN, version = 0) => {
  const reply = await plan(people.recipient, { steps, view, version });
  expect(reply.statusCode, reply.body).toBe(200);
};
const names = ({ steps }: CaseSteps) => steps.map(({ step }) => step);
const own = (step: string, name: string, types: string[] = []) => ({ step, name, types });

describe('steps are refused', () => {
  test('steps are refused to the side that ordered, to strangers, on finished cases, and if the plan has no such step', async () => {
    const { id } = await newCase();
    for (const person of [people.author, people.authorMate])
      expect((await mark(person, id, 'design')).json().code).toBe('steps_recipient_only');
    for (const person of [people.stranger, people.partner]) {
      expect((await mark(person, id, 'design')).statusCode).toBe(404);
      // The same reply as for an unknown number.
      const unknown = await (await t.as(person)).get('/v1/cases/99999999/steps/');
      const reply = await (await t.as(person)).get(`/v1/cases/${id}/steps/`);
      expect([reply.statusCode, reply.json().detail]).toEqual([404, unknown.json().detail]);
      expect(reply.body).not.toContain('2611-');
    }
    for (const step of ['printing', 'unknown'])
      expect((await mark(people.recipient, id, step)).json().code).toBe('step_gone');
    const done = (await mark(people.recipient, id, 'design')).json<CaseSteps>();
    const { id: markId } = done.steps[1]?.mark ?? { id: 0 };
    expect((await unmark(people.author, id, markId)).json().code).toBe('steps_recipient_only');
    const other = await newCase();
    expect((await unmark(people.recipient, other.id, markId)).statusCode).toBe(200);
    expect((await stepsOf(people.recipient, id)).done).toBe(1);
    for (const status of ['COMP', 'CLSD'] as const) {
      await db.updateTable('dental_case').set({ status }).where('id', '=', id).execute();
      expect((await mark(people.recipient, id, 'milling')).json().code).toBe('steps_finished');
      expect((await unmark(people.recipient, id, markId)).json().code).toBe('steps_finished');
      expect(await stepsOf(people.recipient, id)).toMatchObject({ done: 1, total: 1, may_mark: false });
    }
    // A case that is reopened has all remaining steps to do.
    await db.updateTable('dental_case').set({ status: 'REOP' }).where('id', '=', id).execute();
    expect(await stepsOf(people.recipient, id)).toMatchObject({ done: 1, total: 6, may_mark: true });
    await removeForSideOf(t, people.recipient, id);
    expect((await mark(people.recipientMate, id, 'milling')).statusCode).toBe(404);
  });

  test('a mark cannot be withdrawn while a legal hold is open', async () => {
    const { id } = await newCase();
    const { steps } = (await mark(people.recipient, id, 'design')).json<CaseSteps>();
    await db
      .insertInto('legal_hold')
      .values({ case_id: id, placed_by: people.author.id, reason: 'x' })
      .execute();
    expect((await unmark(people.recipient, id, steps[1]?.mark?.id ?? 0)).json().code).toBe('case_on_hold');
  });

  test('a plan to members of a group, with steps that have no name or come twice, and when somebody was faster', async () => {
    expect((await plan(people.recipientMate, { steps: [], view: 'steps', version: 0 })).json().code).toBe(
      'privacy_owner_only',
    );
    for (const steps of [
      [own('a', '')],
      [own('a', 'A'), own('a', 'B')],
      [own('a', 'x'.repeat(61))],
      [own('a', 'A', ['tooth'])],
      Array.from({ length: 31 }, (_, at) => own(`s${at}`, 'A')),
    ])
      expect((await plan(people.recipient, { steps, view: 'steps', version: 0 })).statusCode).toBe(400);
    const both = await Promise.all(
      [1, 2].map((nth) =>
        plan(people.recipient, { steps: [own('a', `A${nth}`)], view: 'steps', version: 0 }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await plan(people.recipient, { steps: [], view: 'steps', version: 7 })).json().code).toBe(
      'production_changed',
    );
  });
});

test('a step that is marked twice, by two people at once too, is done once and says by whom', async () => {
  const { id } = await newCase();
  const [first, second] = await Promise.all([
    mark(people.recipient, id, 'scan_check'),
    mark(people.recipientMate, id, 'scan_check'),
  ]);
  expect([first.json().was_done, second.json().was_done].sort()).toEqual([false, true]);
  const winner = first.json().was_done ? 'Ron Mate' : 'Rita Recipient';
  for (const reply of [first, second]) expect(reply.json().steps[0].mark.by).toBe(winner);
  expect(await stepsOf(people.recipientMate, id)).toMatchObject({
    done: 1,
    total: 6,
    next: { step: 'design', name: '' },
    may_mark: true,
  });
  expect((await eventsOf(t, id)).filter(({ name }) => name === 'step_marked')).toHaveLength(1);

  // An undo concerns one mark: a mark that was set again since stays.
  const markId = first.json().steps[0].mark.id;
  expect((await unmark(people.recipient, id, markId)).json()).toMatchObject({ done: 0 });
  expect((await mark(people.recipientMate, id, 'scan_check')).json().was_done).toBe(false);
  expect((await unmark(people.recipient, id, markId)).json()).toMatchObject({ done: 1 });
  expect((await auditOf(t, id)).map(({ action }) => action)).toEqual([
    'step_marked',
    'step_unmarked',
    'step_marked',
  ]);
});

test('the clinic sees nothing, the stage, or the steps without names, as the lab allows', async () => {
  const { id } = await newCase();
  const updated = async () =>
    (await db.selectFrom('dental_case').select('updated_at').where('id', '=', id).executeTakeFirstOrThrow())
      .updated_at;
  const before = await updated();
  await mark(people.recipient, id, 'design');
  // The clinic learns of it neither by the time of the last change nor by history, access log or events.
  expect(await updated()).toEqual(before);
  expect(await stepsOf(people.author, id)).toMatchObject({ steps: [], done: 0, total: 0, next: null });
  const clinic = await t.as(people.author);
  expect((await clinic.get(`/v1/cases/${id}/history/`)).body).not.toContain('step');
  const log = await clinic.get(
    `/v1/privacy/accesses/?${new URLSearchParams({ search: '2611', days: '30' })}`,
  );
  expect(log.body).not.toContain('Rita');
  const audienceOf = async () => (await eventsOf(t, id)).at(-1)?.audience ?? [];
  expect((await audienceOf()).sort()).toEqual([people.recipient.id, people.recipientMate.id].sort());

  await choose('stage');
  expect(await stepsOf(people.authorMate, id)).toMatchObject({
    steps: [],
    done: 1,
    total: 6,
    next: { step: 'scan_check' },
    may_mark: false,
  });
  await mark(people.recipient, id, 'milling');
  expect(await audienceOf()).toContain(people.author.id);
  await choose('steps', USUAL_PLAN, 1);
  const seen = await stepsOf(people.author, id);
  expect(names(seen)).toContain('sintering');
  expect(seen.steps[1]?.mark).toEqual({ id: expect.any(Number), at: expect.any(String), by: null });
});

test('open pages of the clinic follow what the lab shows, and get no event while it shows nothing', async () => {
  await newCase();
  // A person of the clinic without an open page needs no event.
  for (const person of [people.author, people.partner, people.stranger]) await t.as(person);
  const audience = async () => {
    const event = await db
      .selectFrom('event')
      .select('audience')
      .where('name', '=', 'production_changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return event.audience.sort();
  };
  const lab = [people.recipient.id, people.recipientMate.id];
  await choose('nothing');
  expect(await audience()).toEqual(lab.sort());
  await choose('steps', USUAL_PLAN, 1);
  expect(await audience()).toEqual([people.author.id, ...lab].sort());
  await t.as(people.authorMate);
  await choose('nothing', USUAL_PLAN, 2);
  expect(await audience()).toEqual([people.author.id, people.authorMate.id, ...lab].sort());
});

test('the order form of the side that works on a case has a second code, which leads to the next step', async () => {
  const { id } = await newCase();
  const textOf = async (person: Person, client = t.as(person), caseId = id) => {
    const reply = await (await client).request('GET', `/v1/cases/${caseId}/order-form/`, undefined, {});
    return { text: (await pdfText(reply.rawPayload)).join(' '), links: reply.rawPayload.toString('latin1') };
  };
  const [lab, clinic] = [await textOf(people.recipientMate), await textOf(people.author)];
  expect(lab.text).toContain('Next production step');
  expect(lab.links).toContain(`/case/${id}/step)`);
  expect(clinic.text).not.toContain('Next production step');
  expect(clinic.links).not.toContain('/step)');
  // Guests of the other region have no steps.
  const guest = await createGuest(t.services, { role: 'Dental Lab' });
  const elsewhere = await newCase({ recipient: guest });
  expect((await textOf(guest, t.asGuest(guest), elsewhere.id)).links).not.toContain('/step)');
  // Following the code is a read.
  expect((await stepsOf(people.recipient, id)).done).toBe(0);
});

test('marks of done steps stay when the plan, the order or the group of the lab changes', async () => {
  const { id } = await newCase();
  await choose('nothing', [own('a', 'Wax'), own('b', 'Cast'), own('c', 'Guide only', ['surgical_guide'])]);
  expect(names(await stepsOf(people.recipientMate, id))).toEqual(['a', 'b']);
  await mark(people.recipientMate, id, 'a');
  await choose('nothing', [own('b', 'Casting'), own('c', 'Guide only', ['surgical_guide'])], 1);
  await db.updateTable('restoration').set({ type: 'surgical_guide' }).where('case_id', '=', id).execute();
  const now = await stepsOf(people.recipient, id);
  expect(now.steps).toMatchObject([
    { step: 'a', name: 'Wax', mark: { by: 'Ron Mate' } },
    { step: 'b', name: 'Casting', mark: null },
    { step: 'c', name: 'Guide only', mark: null },
  ]);
  // The plan of the group is that of its owner.
  const owner = await createUser(t.services, { role: 'Dental Clinic' });
  await db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
  await sql`delete from share_group where owner_id = ${people.recipient.id}`.execute(db);
  await createGroup(t.services, owner, [people.recipient]);
  expect(names(await stepsOf(people.recipient, id))).toEqual(['a']);
  expect((await (await t.as(owner)).get('/v1/production/')).json()).toMatchObject({ steps: [], version: 0 });
});
