import { expect, test } from 'vitest';
import { createGroup } from '../../testing/factories.ts';
import { type GuestPractice, openGuestPractices } from '../../testing/guest-practices.ts';
import { holdNextReply, loseCalls } from '../../testing/moves/bad-network.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import type { Client } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { finishClosings } from '../closing/finish-closings.ts';
import { runDataExport } from '../data-exports/run-data-export.ts';
import { sendCircles } from './circle-calls.ts';

const { us, eu, practice, visit, byCookie, removeMate } = await openGuestPractices();

const page = '/v1/privacy';
const found = async (client: Client, search: string) =>
  (await client.get(`${page}/patient/?search=${search}`)).json().cases.map(({ id }: { id: number }) => id);
const begin = (client: Client, body: object) =>
  client.post(`${page}/exports/`, { zone: 'Europe/Berlin', ...body });

/** What each of its endpoints answers about a case, a hold and an export of the practice. */
const answersTo = async (client: Client, { id, no }: { id: number; no: string }, hold = 1, made = 1) => {
  const replies = [
    await client.get(`${page}/accesses/?search=${no}`),
    await client.get(`${page}/accesses/export/?format=csv`),
    await client.get(`${page}/patient/?search=${no}`),
    await client.get(`${page}/holds/`),
    await client.post(`${page}/patient/erase/`, { ids: [id], search: '' }),
    await client.post(`${page}/holds/`, { no, reason: 'Complaint' }),
    await client.post(`${page}/holds/${hold}/lift/`),
    await begin(client, { scope: 'case', no }),
    await begin(client, { scope: 'patient', ids: [id] }),
    await client.delete(`${page}/exports/${made}/`),
    await byCookie(client, `${page}/exports/${made}/file/`),
  ];
  return replies.map((reply) => [reply.statusCode, reply.statusCode < 400 ? '' : reply.json().code]);
};
const all = (status: number, code: string) => Array.from({ length: 11 }, () => [status, code]);

/** A practice whose owner visits with an export that is ready and a hold. */
async function visited() {
  const own = await practice('Sichtbar');
  const client = await visit(own.lab);
  const { no } = own.dentalCase;
  const hold = (await client.post(`${page}/holds/`, { no, reason: 'Complaint' })).json().id;
  const made = (await begin(client, { scope: 'practice' })).json().id;
  await runDataExport(eu.services, made);
  return { ...own, client, hold, made };
}

test('only the owner of a guest’s group uses the privacy page, for cases, holds and exports of their own', async () => {
  const [own, other] = [await visited(), await practice('Geheimrat')];
  const { dentalCase, hold, made } = own;
  expect(await answersTo(await visit(own.mate), dentalCase, hold, made)).toEqual(
    all(403, 'privacy_owner_only'),
  );
  const stranger = await answersTo(await visit(other.lab), dentalCase, hold, made);
  expect(stranger.slice(4).map(([status]) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  const foreign = await visit(other.lab);
  expect((await foreign.get(`${page}/exports/`)).json().exports).toEqual([]);
  expect(await found(foreign, 'Sichtbar')).toEqual([]);
  expect((await foreign.get(`${page}/accesses/?search=Sichtbar`)).json().entries).toEqual([]);
  for (const ids of [[], [-1], ['x'], [2 ** 60]])
    expect((await own.client.post(`${page}/patient/erase/`, { ids, search: '' })).statusCode).toBe(400);
  for (const path of ['exports/x/file/', 'exports/0/file/'])
    expect((await byCookie(own.client, `${page}/${path}`)).statusCode).toBe(404);
  expect((await own.client.get(`/v1/cases/${dentalCase.id}/all/`)).statusCode).toBe(200);
});

test('while home does not respond, the privacy page is closed and the case is still read', async () => {
  const { client, dentalCase, hold, made } = await visited();
  const stop = loseCalls('visit-holds');
  try {
    expect(await answersTo(client, dentalCase, hold, made)).toEqual(all(503, 'region_unreachable'));
    expect((await client.get(`/v1/cases/${dentalCase.id}/all/`)).statusCode).toBe(200);
  } finally {
    stop();
  }
  expect(await found(client, 'Sichtbar')).toEqual([dentalCase.id]);
});

const handOver = async ({ lab, mate }: Pick<GuestPractice, 'lab' | 'mate'>) => {
  await us.services.db.deleteFrom('share_group').where('owner_id', '=', lab.id).execute();
  await createGroup(us.services, mate, [lab]);
};

test('a former owner has no part in the privacy page before this region has been notified', async () => {
  const { client, lab, mate, dentalCase, hold, made } = await visited();
  await handOver({ lab, mate });
  expect(await answersTo(client, dentalCase, hold, made)).toEqual(all(403, 'privacy_owner_only'));
  expect(await found(await visit(mate), 'Sichtbar')).toEqual([dentalCase.id]);
});

test('a former owner is not confirmed by an answer that home gave to an earlier request', async () => {
  const { client, lab, mate } = await visited();
  const { isAnswered, release } = holdNextReply('visit-holds');
  const earlier = client.get(`${page}/holds/`);
  try {
    await isAnswered;
    await handOver({ lab, mate });
    expect((await client.get(`${page}/holds/`)).statusCode).toBe(403);
  } finally {
    release();
  }
  expect((await earlier).statusCode).not.toBe(200);
});

test.each(['signed out', 'blocked'])(
  'an owner who was %s at home has no part in the privacy page',
  async (how) => {
    const { client, lab, dentalCase, hold, made } = await visited();
    const { db } = us.services;
    if (how === 'blocked') {
      const blocked = { blocked_at: new Date(), blocked_by: lab.id };
      await db.updateTable('app_user').set(blocked).where('id', '=', lab.id).execute();
    } else {
      const ended = { ended_at: new Date(), end_reason: 'test' };
      await db.updateTable('session').set(ended).where('user_id', '=', lab.id).execute();
    }
    expect(await answersTo(client, dentalCase, hold, made)).toEqual(all(401, 'not_signed_in'));
  },
);

test('a guest erases a patient from their side’s copy, in every status, but not on hold or during a move', async () => {
  const { client, lab, mate, clinic, dentalCase, hold } = await visited();
  const { id, no } = dentalCase;
  const erase = async (search: string) => {
    const reply = await client.post(`${page}/patient/erase/`, { ids: [id], search });
    return [reply.statusCode, reply.json().code ?? reply.json().deleted];
  };
  await eu.services.db.updateTable('dental_case').set({ status: 'CLSD' }).where('id', '=', id).execute();
  expect(await erase('Sichtbar')).toEqual([409, 'case_on_hold']);
  const theirs = (await (await eu.as(clinic)).post(`${page}/holds/`, { no, reason: 'Dispute' })).json().id;
  const { holds, is_complete } = (await client.get(`${page}/holds/`)).json();
  expect([holds.map((each: { id: number }) => each.id), is_complete]).toEqual([[hold], true]);
  expect((await client.post(`${page}/holds/${hold}/lift/`)).statusCode).toBe(200);
  expect((await client.post(`${page}/holds/${theirs}/lift/`)).statusCode).toBe(404);
  expect(await erase('Sichtbar')).toEqual([409, 'case_on_hold']);
  expect((await (await eu.as(clinic)).post(`${page}/holds/${theirs}/lift/`)).statusCode).toBe(200);
  const move = await createMove(eu.services, [clinic], 'frozen');
  expect(await erase('Sichtbar')).toEqual([423, 'moving']);
  await eu.services.db.deleteFrom('moving_person').where('move_id', '=', move).execute();
  expect(await erase('Somebody')).toEqual([404, 'not_found']);
  expect(await found(client, no)).toEqual([id]);
  expect(await erase(no)).toEqual([200, [id]]);
  expect(await found(client, 'Sichtbar')).toEqual([]);
  for (const person of [lab, mate])
    expect((await (await visit(person)).get(`/v1/cases/${id}/all/`)).statusCode).toBe(404);
  expect((await (await eu.as(clinic)).get(`/v1/cases/${id}/all/`)).json().other_side_deleted).toBe(true);
  const { entries } = (await client.get(`${page}/accesses/`)).json();
  expect(entries[0]).toMatchObject({
    action: 'deleted',
    person: { id: lab.id },
    case: { no, patient: '' },
  });
});

test('a guest reads who of their practice and of the other side looked at a case in this region', async () => {
  const { client, lab, mate, clinic, dentalCase, file } = await visited();
  const { id, no } = dentalCase;
  await byCookie(await visit(mate), `/v1/files/${file}/download/`);
  await (await eu.as(clinic)).get(`/v1/cases/${id}/all/`);
  const actionsOf = async (query: string) => {
    await eu.app.readLog.settled();
    const { entries } = (await client.get(`${page}/accesses/?${query}`)).json();
    return entries.map((entry: { person: { id: number }; action: string; ip: string | null }) => [
      entry.person.id,
      entry.action,
      entry.ip !== null,
    ]);
  };
  expect(await actionsOf('search=Sichtbar')).toEqual(
    expect.arrayContaining([
      [mate.id, 'downloaded', true],
      [clinic.id, 'opened', false],
    ]),
  );
  expect(await actionsOf('')).not.toContainEqual([clinic.id, 'opened', false]);
  expect(await actionsOf(`person=${mate.id}`)).toContainEqual([mate.id, 'downloaded', true]);
  expect((await client.get(`${page}/accesses/`)).json().people.map((one: { id: number }) => one.id)).toEqual(
    expect.arrayContaining([lab.id, mate.id]),
  );
  const csv = await client.get(`${page}/accesses/export/?format=csv&search=Sichtbar`);
  expect(csv.body).toContain(`"${no}"`);
});

test('a guest exports their cases in this region, and a colleague who leaves takes the export with them', async () => {
  const { client, lab, mate, dentalCase, made } = await visited();
  const path = `${page}/exports/${made}/file/`;
  const names = (await unzip((await byCookie(client, path)).rawPayload)).map(({ name }) => name);
  expect(names).toContainEqual(expect.stringMatching(new RegExp(`${dentalCase.no}/.*upper\\.stl$`)));
  const byNumber = (await begin(client, { scope: 'case', no: dentalCase.no })).json().id;
  await removeMate(lab, mate);
  await runDataExport(eu.services, byNumber);
  expect((await byCookie(client, path)).statusCode).toBe(404);
  const { exports } = (await client.get(`${page}/exports/`)).json();
  expect(exports.map(({ problem }: { problem: string }) => problem)).toEqual([
    'group_changed',
    'group_changed',
  ]);
});

test('exports that a person made at home are not theirs as a guest, and those of a closed account are removed', async () => {
  const { client, lab, made } = await visited();
  const { db } = eu.services;
  const moved = { presence: 'moved', moved_at: new Date() } as const;
  await db.updateTable('app_user').set(moved).where('id', '=', lab.id).execute();
  expect((await client.get(`${page}/exports/`)).json().exports).toEqual([]);
  expect((await byCookie(client, `${page}/exports/${made}/file/`)).statusCode).toBe(404);
  const running = (await begin(client, { scope: 'practice' })).json().id;
  const later = { moved_at: new Date(Date.now() + 60_000) };
  await db.updateTable('app_user').set(later).where('id', '=', lab.id).execute();
  await runDataExport(eu.services, running);
  const exportOf = (id: number) =>
    db.selectFrom('data_export').select('problem').where('id', '=', id).executeTakeFirst();
  expect(await exportOf(running)).toEqual({ problem: 'not_entitled' });
  const closed = { deleted_at: new Date(), closes_at: new Date() };
  await us.services.db.updateTable('app_user').set(closed).where('id', '=', lab.id).execute();
  await sendCircles(us.services, [lab.id]);
  await db.updateTable('app_user').set(closed).where('id', '=', lab.id).execute();
  await finishClosings(eu.services);
  expect(await exportOf(made)).toBeUndefined();
});
