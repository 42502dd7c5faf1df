import { describe, expect, test } from 'vitest';
import { removeAs, removeForSideOf } from '../../testing/deletions.ts';
import { tracesOf } from '../../testing/traces.ts';
import { auditOf, openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, storedIn, upload } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';
import { purgeCase, purgeRemaining } from '../purge/purge-case.ts';

const { t, people, newCase } = await openFreshSides();

const place = async (person: { id: number }, no: string, reason = 'Complaint') =>
  (await t.as(person)).post('/v1/privacy/holds/', { no, reason });
const lift = async (person: { id: number }, id: number) =>
  (await t.as(person)).post(`/v1/privacy/holds/${id}/lift/`);
const holdsOf = async (person: { id: number }) =>
  (await (await t.as(person)).get('/v1/privacy/holds/')).json().holds;

describe('a legal hold is refused', () => {
  test('a legal hold is refused for guests, members of a group, strangers, unknown numbers and blank reasons', async () => {
    const { no } = await newCase();
    expect((await t.nobody.post('/v1/privacy/holds/', { no, reason: 'x' })).statusCode).toBe(401);
    expect((await place(people.authorMate, no)).json().code).toBe('privacy_owner_only');
    for (const [person, wanted] of [
      [people.stranger, no],
      [people.author, '2611-UNKNOWN'],
    ] as const) {
      const reply = await place(person, wanted);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    }
    for (const [field, wrong] of [
      ['reason', place(people.author, no, '  ')],
      ['reason', place(people.author, no, 'a\u0000')],
      ['no', place(people.author, `${no}\u0000`)],
    ] as const)
      expect((await wrong).json()).toMatchObject({ code: 'invalid_input', errors: [{ field }] });
  });

  test('a second hold by the same practice is refused, while the other side may place its own', async () => {
    const { no } = await newCase();
    expect((await place(people.author, no)).statusCode).toBe(200);
    const again = await place(people.author, no.toLowerCase());
    expect([again.statusCode, again.json().code]).toEqual([409, 'hold_open']);
    expect((await place(people.recipient, no)).statusCode).toBe(200);
  });

  test('lifting a hold is refused for the other side, members of the group and unknown ids', async () => {
    const { no } = await newCase();
    const { id } = (await place(people.author, no)).json();
    expect((await lift(people.recipient, id)).statusCode).toBe(404);
    expect((await lift(people.authorMate, id)).statusCode).toBe(403);
    expect((await lift(people.author, 987654321)).statusCode).toBe(404);
    expect(await holdsOf(people.recipient)).toEqual([]);
  });
});

test('files and comments of a case on hold cannot be removed or changed', async () => {
  const { id, no } = await newCase();
  const lab = await t.as(people.recipient);
  const fileId = (await upload(lab, id, png(), 'photo.png')).json().id;
  const commentId = (await lab.post(`/v1/cases/${id}/comment/`, { comment: 'It broke' })).json().id;
  const hold = (await place(people.author, no)).json().id;
  const replies = [
    await lab.delete(`/v1/files/${fileId}/remove/`),
    await lab.delete(`/v1/comments/${commentId}/remove/`),
    await lab.put(`/v1/comments/${commentId}/edit/`, { comment: 'It did not' }),
  ];
  expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
    Array.from({ length: 3 }, () => [409, 'case_on_hold']),
  );
  await lift(people.author, hold);
  expect((await lab.delete(`/v1/comments/${commentId}/remove/`)).statusCode).toBe(200);
});

test('a case on hold is not purged after both sides deleted it, and is once the last hold is lifted', async () => {
  const { id, no } = await newCase({ patient_last: 'Zqxheld' });
  await upload(await t.as(people.author), id, png('Zqxheld'), 'photo.png');
  const ours = (await place(people.author, no)).json().id;
  const theirs = (await place(people.recipient, no)).json().id;
  await finishDeletion(t.services, await removeAs(t, people.author, [id]));
  await finishDeletion(t.services, await removeForSideOf(t, people.recipient, id));
  await purgeCase(t.services, id);
  await purgeRemaining(t.services);
  expect(await tracesOf(t, 'Zqxheld')).toContain('dental_case.patient_last');
  expect(await storedIn(t, `cases/${id}`)).toHaveLength(1);
  expect(await holdsOf(people.author)).toMatchObject([
    { id: ours, reason: 'Complaint', case: { no, patient: '' } },
  ]);
  await lift(people.author, ours);
  await purgeCase(t.services, id);
  expect(await tracesOf(t, 'Zqxheld')).not.toEqual([]);
  expect((await lift(people.recipient, theirs)).statusCode).toBe(200);
  expect((await lift(people.recipient, theirs)).statusCode).toBe(200);
  expect(await waitingJobs(t, 'purge-case')).toContainEqual({ caseId: id });
  await purgeCase(t.services, id);
  expect(await tracesOf(t, 'Zqxheld')).toEqual([]);
  const actions = (await auditOf(t, id)).map(({ action, user_id }) => [action, user_id]);
  expect(actions).toContainEqual(['legal_hold_placed', people.author.id]);
  expect(actions.filter(([action]) => action === 'legal_hold_lifted')).toEqual([
    ['legal_hold_lifted', people.author.id],
    ['legal_hold_lifted', people.recipient.id],
  ]);
});
