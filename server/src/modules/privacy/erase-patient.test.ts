import { randomUUID } from 'node:crypto';
import type { DraftFields } from '@cusp/contract/draft-fields';
import { expect, test } from 'vitest';
import { tracesOf } from '../../testing/traces.ts';
import { auditOf, eventsOf, openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';
import { purgeRemaining } from '../purge/purge-case.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

const erase = async (person: { id: number }, ids: readonly number[], search = '') =>
  (await t.as(person)).post('/v1/privacy/patient/erase/', { ids, search });
const newDraft = async (person: { id: number }, lastname: string, fields: Partial<DraftFields> = {}) => {
  const patient = { firstname: 'Quorra', lastname, sex: null, birthdate: '1980-04-03' };
  const reply = await (await t.as(person)).post('/v1/drafts/', {
    key: randomUUID(),
    fields: { patient, ...fields },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ id: number; no: string; version: number }>();
};
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const found = async (person: { id: number }, search: string) =>
  (await (await t.as(person)).get(`/v1/privacy/patient/?search=${encodeURIComponent(search)}`)).json();
const finishAll = async () => {
  const open = await db
    .selectFrom('case_deletion')
    .select('id')
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of open) await finishDeletion(t.services, id);
  await purgeRemaining(t.services);
};

test('refused for guests, members, strangers, unknown cases and without cases', async () => {
  const { id } = await newCase();
  expect((await t.nobody.post('/v1/privacy/patient/erase/', { ids: [id] })).statusCode).toBe(401);
  expect((await erase(people.authorMate, [id])).json().code).toBe('privacy_owner_only');
  expect((await erase(people.stranger, [id, 987654321])).statusCode).toBe(404);
  expect((await erase(people.author, [])).statusCode).toBe(400);
  expect(await found(people.stranger, 'Patient')).toEqual({ cases: [], drafts: [], is_cut: false });
  expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(200);
});

test('a patient is erased from every case of the practice in any status, and purged once both sides did so', async () => {
  const ids: number[] = [];
  for (const status of ['OPEN', 'PROC', 'COMP'] as const)
    ids.push((await newCase({ status, patient_last: 'Zqxerase', patient_birth: '1980-04-03' })).id);
  await upload(await t.as(people.author), ids[0] ?? 0, png('Zqxerase'), 'Zqxerase.png');
  const listed = await found(people.author, 'Zqxerase');
  expect(listed.cases.map((one: { id: number }) => one.id)).toEqual(ids.toReversed());
  expect(listed.cases[0]).toMatchObject({
    birthdate: '1980-04-03',
    is_held: false,
    is_last_copy: false,
  });
  expect((await erase(people.author, ids)).json()).toEqual({ deleted: ids, kept: [] });
  expect((await eventsOf(t, ids[1] ?? 0)).map(({ name }) => name)).toEqual([]);
  await finishAll();
  for (const person of [people.author, people.authorMate])
    expect((await (await t.as(person)).get(`/v1/cases/${ids[1]}/content/`)).statusCode).toBe(404);
  const theirs = await (await t.as(people.recipient)).get(`/v1/cases/${ids[1]}/content/`);
  expect(theirs.json()).toMatchObject({ other_side_deleted: true, patient: { lastname: 'Zqxerase' } });
  expect((await found(people.recipient, 'Zqxerase')).cases[0]).toMatchObject({ is_last_copy: true });
  expect((await erase(people.recipient, ids)).statusCode).toBe(200);
  await finishAll();
  expect(await tracesOf(t, 'Zqxerase')).toEqual([]);
  expect((await auditOf(t, ids[0] ?? 0)).at(-1)?.action).toBe('case_purged');
});

test('drafts of everybody in the practice are erased with the patient, and colleagues get a mail that names nobody', async () => {
  const { author, authorMate } = people;
  const { id } = await newCase({
    patient_first: 'Quorra',
    patient_last: 'Zqxdraft',
    recipient: people.authorMate,
  });
  const own = await newDraft(author, 'Zqxdraft');
  const mates = await newDraft(authorMate, 'Zqxdraft', { note: 'Zqxdraft wants A1' });
  await upload(await t.as(authorMate), mates.id, png('Zqxdraft'), 'Zqxdraft.png');
  const { drafts } = await found(author, 'quorra zqxdraft');
  expect(drafts).toMatchObject([
    { id: mates.id, no: mates.no, patient: 'Quorra Zqxdraft', author: 'Amy Mate', is_held: false },
    { id: own.id, author: 'Ada Author', birthdate: '1980-04-03' },
  ]);
  const erased = await erase(author, [mates.id, own.id, id], 'quorra zqxdraft');
  expect(erased.json()).toEqual({ deleted: [id, own.id, mates.id], kept: [] });
  expect((await (await t.as(authorMate)).get(`/v1/drafts/${mates.id}/`)).statusCode).toBe(404);
  expect((await (await t.as(author)).get('/v1/drafts/')).json().drafts).toEqual([]);
  expect((await eventsOf(t, mates.id)).at(-1)).toMatchObject({
    name: 'posts_deleted',
    audience: [authorMate.id],
  });
  expect((await auditOf(t, mates.id)).at(-1)).toMatchObject({ action: 'draft_erased', user_id: author.id });
  const mails = (await waitingJobs(t, 'mail')).filter(({ template }) => template === 'drafts-erased');
  expect(mails).toMatchObject([
    { userId: authorMate.id, params: { who: 'Ada Author', count: '1', link: '/cases' } },
  ]);
  await finishAll();
  expect(await tracesOf(t, 'Zqxdraft')).toEqual([]);
});

test('no drafts of former members, other practices, by other words or by a plain member are found or discarded', async () => {
  const { author, authorMate, recipient } = people;
  const left = await newDraft(authorMate, 'Zqxkept', { note: 'Aardvark' });
  const theirs = await newDraft(recipient, 'Zqxkept');
  expect(idsOf((await found(author, 'Zqxkept')).drafts)).toEqual([left.id]);
  expect(idsOf((await found(author, left.no)).drafts)).toEqual([left.id]);
  expect(idsOf((await found(recipient, 'Zqxkept')).drafts)).toEqual([theirs.id]);
  // A note is not shown, so it is not searched.
  expect((await found(author, 'Aardvark')).drafts).toEqual([]);
  expect((await found(authorMate, 'Zqxkept')).code).toBe('privacy_owner_only');
  expect((await erase(authorMate, [left.id], 'Zqxkept')).json().code).toBe('privacy_owner_only');
  expect((await erase(author, [theirs.id], 'Zqxkept')).json().code).toBe('not_found');
  // Without the search, and once it names another patient, a draft is not discarded.
  expect((await erase(author, [left.id])).json().code).toBe('not_found');
  expect((await erase(author, [left.id], 'Zqxother')).json().code).toBe('not_found');
  // Nor is a case, which may have been a draft when it was listed.
  const sent = await newCase();
  expect((await erase(author, [sent.id], 'Zqxother')).json().code).toBe('not_found');
  await db.deleteFrom('group_member').where('user_id', '=', authorMate.id).execute();
  expect((await found(author, 'Zqxkept')).drafts).toEqual([]);
  expect((await erase(author, [left.id], 'Zqxkept')).json().code).toBe('not_found');
  expect((await (await t.as(authorMate)).get(`/v1/drafts/${left.id}/`)).statusCode).toBe(200);
  expect((await (await t.as(recipient)).get(`/v1/drafts/${theirs.id}/`)).statusCode).toBe(200);
});

test('a draft on hold is kept and named', async () => {
  const { id } = await newDraft(people.author, 'Zqxheld');
  await db
    .insertInto('legal_hold')
    .values({
      ...{ case_id: id, placed_by: people.author.id, reason: 'Complaint' },
      ...{ lifted_by: null, lifted_at: null },
    })
    .execute();
  expect((await found(people.author, 'Zqxheld')).drafts).toMatchObject([{ id, is_held: true }]);
  expect((await erase(people.author, [id], 'Zqxheld')).json().code).toBe('case_on_hold');
});

test('cases on hold are kept and named', async () => {
  const [held, free] = [await newCase(), await newCase()];
  await (await t.as(people.recipient)).post('/v1/privacy/holds/', { no: held.no, reason: 'Complaint' });
  expect((await erase(people.author, [held.id])).json().code).toBe('case_on_hold');
  expect((await erase(people.author, [held.id, free.id])).json()).toEqual({
    deleted: [free.id],
    kept: [{ id: held.id, code: 'case_on_hold' }],
  });
});
