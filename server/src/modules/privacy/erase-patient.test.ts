import { expect, test } from 'vitest';
import { tracesOf } from '../../testing/traces.ts';
import { auditOf, eventsOf, openFreshSides } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';
import { purgeRemaining } from '../purge/purge-case.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

const erase = async (person: { id: number }, ids: readonly number[]) =>
  (await t.as(person)).post('/v1/privacy/patient/erase/', { ids });
const found = async (person: { id: number }, search: string) =>
  (await (await t.as(person)).get(`/v1/privacy/patient/?search=${search}`)).json();
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
  expect((await found(people.stranger, 'Patient')).cases).toEqual([]);
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

test('cases on hold are kept and named', async () => {
  const [held, free] = [await newCase(), await newCase()];
  await (await t.as(people.recipient)).post('/v1/privacy/holds/', { no: held.no, reason: 'Complaint' });
  expect((await erase(people.author, [held.id])).json().code).toBe('case_on_hold');
  expect((await erase(people.author, [held.id, free.id])).json()).toEqual({
    deleted: [free.id],
    kept: [{ id: held.id, code: 'case_on_hold' }],
  });
});
