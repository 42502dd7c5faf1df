import { afterEach, describe, expect, test } from 'vitest';
import { arriveAt, completeAt, cookiesOf, newVerifier, postArrivalFrom } from '../../testing/arrivals.ts';
import { eventually } from '../../testing/eventually.ts';
import { createConnection } from '../../testing/factories.ts';
import { openGuestPractices } from '../../testing/guest-practices.ts';
import { liveLines, names } from '../../testing/live-lines.ts';
import { ask } from '../../testing/sign-in.ts';
import { type Client, clientFor } from '../../testing/test-app.ts';
import { stl, upload } from '../../testing/uploads.ts';

const { us, eu, usUrl, practice, codeFor, visit, byCookie, removeMate, signOutAtHome } =
  await openGuestPractices();
const { listen, closeAll } = liveLines(eu);
afterEach(closeAll);

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
