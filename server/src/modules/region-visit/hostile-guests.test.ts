import { afterEach, describe, expect, test } from 'vitest';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import { arriveAt, completeAt, cookiesOf, newVerifier, postArrivalFrom } from '../../testing/arrivals.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  createCase,
  createConnection,
  createGroup,
  createLabUser,
  createUser,
} from '../../testing/factories.ts';
import { admitGuest } from '../../testing/guests.ts';
import { liveLines, names } from '../../testing/live-lines.ts';
import { holdNextReply, loseCalls } from '../../testing/moves/bad-network.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { ask } from '../../testing/sign-in.ts';
import { type Client, clientFor } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { stl, upload } from '../../testing/uploads.ts';
import { finishClosings } from '../closing/finish-closings.ts';
import { runDataExport } from '../data-exports/run-data-export.ts';
import { tellVisitsOver } from '../identity/visit-calls.ts';
import { tellCircles } from './circle-calls.ts';

const { us, eu, usUrl } = await openTwoRegions({ rateLimitFactor: 0 });
const { listen, closeAll } = liveLines(eu);
afterEach(closeAll);

let lastId = 3_000_000;
const newLab = () => {
  lastId += 16;
  return createLabUser(us.services, { id: lastId });
};

/** A lab of two in the US, and a clinic of the EU that has sent it a case with a file and a comment. */
async function practice(patient = 'Nobody') {
  const [lab, mate] = [await newLab(), await newLab()];
  await createGroup(us.services, lab, [mate]);
  const guest = await admitGuest(eu.services, lab);
  const clinic = await createUser(eu.services, { region: 'eu' });
  const dentalCase = await createCase(eu.services, {
    author: clinic,
    recipient: guest,
    status: 'PROC',
    patient_last: patient,
  });
  await tellCircles(us.services, [lab.id]);
  const at = await eu.as(clinic);
  const file = (await upload(at, dentalCase.id, stl(4), 'upper.stl')).json().id;
  const comment = (await at.post(`/v1/cases/${dentalCase.id}/comment/`, { comment: 'For the lab' })).json()
    .id;
  return { lab, mate, clinic, dentalCase, file, comment };
}

const codeFor = async (person: { id: number }, codeVerifier: string): Promise<string> =>
  (await (await us.as(person)).post('/v1/region-visit/', { codeChallenge: challengeOf(codeVerifier) })).json()
    .arrival_code;

async function visit(person: { id: number }): Promise<Client> {
  const codeVerifier = newVerifier();
  const arrived = await arriveAt(usUrl, eu, { code: await codeFor(person, codeVerifier), codeVerifier });
  const cookie = String(arrived.cookies.find(({ name }) => name === 'cusp')?.value);
  return clientFor(eu.app, arrived.json().access, cookie);
}

/** Requests that the browser itself makes, such as a download. */
const byCookie = ({ cookie }: Client, path: string) =>
  ask(eu, { method: 'GET', path, headers: { cookie: `cusp=${cookie}` } });

const removeMate = async (lab: { id: number }, mate: { id: number }) => {
  const { id } = await us.services.db
    .selectFrom('group_member')
    .select('id')
    .where('user_id', '=', mate.id)
    .executeTakeFirstOrThrow();
  expect((await (await us.as(lab)).delete(`/v1/group/users/${id}/remove/`)).statusCode).toBe(200);
  for (const { people } of await waitingJobs(us, 'practice-changed'))
    await tellCircles(us.services, people as number[]);
};

const signOutAtHome = async (person: { id: number }) => {
  const { cookie } = await us.as(person);
  await ask(us, { path: '/v1/auth/logout/', headers: { cookie: `cusp=${cookie}`, 'action-id': 'a-1' } });
  for (const { sessions } of await waitingJobs(us, 'end-visits'))
    await tellVisitsOver(us.services, sessions as string[]);
};

describe('the code of a visit', () => {
  test('the code of a visit sent ten times at once opens one session', async () => {
    const { lab } = await practice();
    const codeVerifier = newVerifier();
    const form = { code: await codeFor(lab, codeVerifier), codeVerifier };
    const arrived = await Promise.all(Array.from({ length: 10 }, () => arriveAt(usUrl, eu, form)));
    expect(arrived.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(401)]);
  });

  test('the code of a visit opens nothing in a browser that did not post it, and nothing twice in the one that did', async () => {
    const { lab } = await practice();
    const codeVerifier = newVerifier();
    const posted = await postArrivalFrom(usUrl, eu, { code: await codeFor(lab, codeVerifier), codeVerifier });
    expect((await completeAt(eu, '')).statusCode).toBe(401);
    const cookie = cookiesOf(posted);
    expect((await completeAt(eu, cookie)).statusCode).toBe(200);
    expect((await completeAt(eu, cookie)).statusCode).toBe(401);
  });

  test.each([null, 'null', 'https://attacker.example'])(
    'the code of a visit posted by a page of %s signs nobody in as somebody else',
    async (origin) => {
      const [attacker, victim] = [await practice(), await practice()];
      const own = await visit(victim.lab);
      const codeVerifier = newVerifier();
      const form = { code: await codeFor(attacker.lab, codeVerifier), codeVerifier };
      const posted = await postArrivalFrom(origin, eu, form, `cusp=${own.cookie}`);
      expect(posted.cookies.map(({ name }) => name)).not.toContain('cusp_arrival');
      expect((await own.get('/v1/cases/')).json().posts).toHaveLength(1);
    },
  );

  test('the tokens of one region get 401 in the other', async () => {
    const { lab } = await practice();
    const [home, abroad] = [await us.as(lab), await visit(lab)];
    for (const [t, client] of [
      [us, abroad],
      [eu, home],
    ] as const) {
      expect((await clientFor(t.app, client.token, '').get('/v1/cases/')).statusCode).toBe(401);
      const headers = { cookie: `cusp=${client.cookie}`, 'action-id': 'a-1' };
      expect((await ask(t, { path: '/v1/auth/refresh/', headers })).statusCode).toBe(401);
    }
  });
});

describe('cases of others', () => {
  test('a guest reads, finds and changes nothing with the ids of other people’s cases, files and comments', async () => {
    const [own, other] = [await practice(), await practice('Geheimrat')];
    const client = await visit(own.lab);
    const theirs = `/v1/cases/${other.dentalCase.id}`;
    const gets = [
      'all',
      'content',
      'comments',
      'files',
      'history',
      'people',
      'assignee',
      'order',
      'order-form',
    ];
    for (const part of gets) expect((await client.get(`${theirs}/${part}/`)).statusCode, part).toBe(404);
    expect((await client.get(`/v1/cases/${other.dentalCase.no}/`)).statusCode).toBe(404);
    const file = `/v1/files/${other.file}`;
    expect((await byCookie(client, `${file}/download/`)).statusCode).toBe(404);
    expect((await client.get(`${file}/light/`)).statusCode).toBe(404);
    const urls = await client.get(`/v1/files/uri/?ids=${other.file}`);
    expect(urls.json()).toEqual({});
    const writes = [
      await client.post(`${theirs}/comment/`, { comment: 'Hello' }),
      await client.post(`${theirs}/opened/`),
      await client.post(`${theirs}/files/download/`),
      await client.put(`${theirs}/status/`, { action: 'COMP' }),
      await client.put(`${theirs}/presence/`, { visit: crypto.randomUUID(), typing: false }),
      await client.post(`${theirs}/comments/seen/`, { commentIds: [other.comment] }),
      await client.put(`/v1/comments/${other.comment}/edit/`, { comment: 'Mine' }),
      await client.delete(`/v1/comments/${other.comment}/remove/`),
    ];
    expect(writes.map(({ statusCode }) => statusCode)).toEqual(writes.map(() => 404));
    const foreign = { comment: 'Look', file_id: other.file };
    const attached = await client.post(`/v1/cases/${own.dentalCase.id}/comment/`, foreign);
    expect(attached.statusCode).toBeGreaterThanOrEqual(400);
    // In a case that the guest sees, comments of the other side are read only.
    expect((await client.put(`/v1/comments/${own.comment}/edit/`, { comment: 'Mine' })).statusCode).toBe(403);
  });

  test('a guest sees no name, count or total of other people’s cases', async () => {
    const [own, other] = [await practice('Sichtbar'), await practice('Geheimrat')];
    const client = await visit(own.lab);
    const list = (await client.get('/v1/cases/')).json();
    expect(list.posts.map(({ id }: { id: number }) => id)).toEqual([own.dentalCase.id]);
    for (const text of ['Geheimrat', other.dentalCase.no, other.clinic.last_name]) {
      const { posts } = (await client.get(`/v1/cases/?search=${encodeURIComponent(text)}`)).json();
      expect(posts.map(({ id }: { id: number }) => id)).not.toContain(other.dentalCase.id);
    }
    const counts = (await client.get('/v1/dashboard/cases/status/')).json();
    expect(Object.values(counts).filter((count) => typeof count === 'number' && count > 1)).toEqual([]);
    expect((await client.get('/v1/user/filters/')).body).not.toContain(other.clinic.email);
  });
});

describe('a case of their own', () => {
  const writes = async (client: Client, { dentalCase, comment }: Awaited<ReturnType<typeof practice>>) => {
    const at = `/v1/cases/${dentalCase.id}`;
    const replies = [
      await client.post(`${at}/comment/`, { comment: 'Late' }),
      await client.put(`${at}/status/`, { action: 'COMP' }),
      await client.put(`/v1/comments/${comment}/edit/`, { comment: 'Changed' }),
      await client.post(`${at}/share/`, {}),
      await client.delete(`${at}/remove/`),
      await upload(client, dentalCase.id, stl(4), 'lower.stl'),
    ];
    return replies.map(({ statusCode }) => statusCode);
  };

  test('a guest reads and downloads a case of their own once it is closed, and changes nothing', async () => {
    const own = await practice();
    const client = await visit(own.lab);
    const { id } = own.dentalCase;
    await eu.services.db.updateTable('dental_case').set({ status: 'CLSD' }).where('id', '=', id).execute();
    for (const status of await writes(client, own)) expect([403, 404, 409]).toContain(status);
    expect((await client.get(`/v1/cases/${id}/all/`)).json().status.code).toBe('CLSD');
    expect((await byCookie(client, `/v1/files/${own.file}/download/`)).statusCode).toBe(200);
    expect((await client.get(`/v1/cases/${id}/comments/`)).json().comments).toHaveLength(1);
  });

  test('a guest keeps a case of their own when the connection ends, and reaches the clinic in no other way', async () => {
    const own = await practice();
    const link = await createConnection(eu.services, own.clinic, { id: own.lab.id, email: own.lab.email });
    const client = await visit(own.lab);
    const clinic = await eu.as(own.clinic);
    expect((await clinic.delete(`/v1/connections/${link.id}/remove/`)).statusCode).toBe(200);
    expect((await client.get(`/v1/cases/${own.dentalCase.id}/all/`)).statusCode).toBe(200);
    const closed = [
      await client.get('/v1/connections/'),
      await client.post('/v1/connections/0/request/', {
        email: own.clinic.email,
        alias: '',
        text: 'Again',
      }),
      await client.get('/v1/group/users/'),
      await client.post('/v1/drafts/', { key: crypto.randomUUID() }),
      await client.put('/v1/user/settings/', { use_auto_refresh: false }),
      await client.get('/v1/user/edit/'),
      await client.get('/v1/labs/'),
    ];
    expect(closed.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
      closed.map(() => [403, 'closed_to_guests']),
    );
  });

  test('a guest does not get back a case that their side has deleted', async () => {
    const own = await practice();
    const client = await visit(own.lab);
    const { id } = own.dentalCase;
    await eu.services.db
      .updateTable('dental_case')
      .set({ recipient_removed_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect((await client.get(`/v1/cases/${id}/all/`)).statusCode).toBe(404);
    expect((await byCookie(client, `/v1/files/${own.file}/download/`)).statusCode).toBe(404);
    expect((await client.get('/v1/cases/')).json().posts).toEqual([]);
  });
});

describe('a prepared zip', () => {
  const prepare = async (client: Client, id: number) =>
    (await client.post(`/v1/cases/${id}/files/download/`)).json().filename;
  const pathOf = (id: number, person: { id: number }, filename: string) =>
    `/v1/cases/${id}/files/download/${Buffer.from(String(person.id)).toString('base64url')}/?filename=${filename}`;

  test('a prepared zip is for the guest who asked, once', async () => {
    const { lab, mate, dentalCase } = await practice();
    const [asked, other] = [await visit(lab), await visit(mate)];
    const filename = await prepare(asked, dentalCase.id);
    for (const person of [lab, mate])
      expect((await byCookie(other, pathOf(dentalCase.id, person, filename))).statusCode).toBe(404);
    expect((await byCookie(asked, pathOf(dentalCase.id, lab, filename))).statusCode).toBe(200);
    expect((await byCookie(asked, pathOf(dentalCase.id, lab, filename))).statusCode).not.toBe(200);
  });

  test('a prepared zip is not served after the guest left the group or signed out at home', async () => {
    const { lab, mate, dentalCase } = await practice();
    const [ofLab, ofMate] = [await visit(lab), await visit(mate)];
    const [first, second] = [await prepare(ofLab, dentalCase.id), await prepare(ofMate, dentalCase.id)];
    await removeMate(lab, mate);
    expect((await byCookie(ofMate, pathOf(dentalCase.id, mate, second))).statusCode).toBe(404);
    await signOutAtHome(lab);
    expect((await byCookie(ofLab, pathOf(dentalCase.id, lab, first))).statusCode).toBe(401);
  });
});

describe('the privacy page of the region', () => {
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

  const handOver = async ({ lab, mate }: Pick<Awaited<ReturnType<typeof practice>>, 'lab' | 'mate'>) => {
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

  test.each(['signed out', 'blocked'])('an owner who was %s at home has no part in it', async (how) => {
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
  });

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
    expect(
      (await client.get(`${page}/accesses/`)).json().people.map((one: { id: number }) => one.id),
    ).toEqual(expect.arrayContaining([lab.id, mate.id]));
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
    await tellCircles(us.services, [lab.id]);
    await db.updateTable('app_user').set(closed).where('id', '=', lab.id).execute();
    await finishClosings(eu.services);
    expect(await exportOf(made)).toBeUndefined();
  });
});

test('the live stream of a guest has their cases only, ends with their group and their session at home', async () => {
  const [own, other] = [await practice(), await practice()];
  const [ofLab, ofMate] = [await listen(await visit(own.lab)), await listen(await visit(own.mate))];
  const say = async ({ clinic, dentalCase }: typeof own) =>
    (await eu.as(clinic)).post(`/v1/cases/${dentalCase.id}/comment/`, { comment: 'News' });
  const comments = (stream: typeof ofLab) => names(stream).filter((name) => name === 'comment_added').length;
  await say(other);
  await say(own);
  await eventually(() => expect([comments(ofLab), comments(ofMate)]).toEqual([1, 1]));
  await removeMate(own.lab, own.mate);
  await say(own);
  await eventually(() => expect(comments(ofLab)).toBe(2));
  expect(comments(ofMate)).toBe(1);
  await signOutAtHome(own.lab);
  await eventually(() => expect(ofLab.isOver).toBe(true));
  expect(names(ofLab).at(-1)).toBe('session_ended');
  expect(ofMate.isOver).toBe(false);
});
