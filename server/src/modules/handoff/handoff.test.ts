import { randomUUID } from 'node:crypto';
import type { HandoffCase } from '@cusp/contract/handoff';
import { MAX_HANDOFFS } from '@cusp/contract/handoff.routes';
import { describe, expect, test } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import { leaveFor } from '../../testing/guests.ts';
import { heic } from '../../testing/pictures.ts';
import { auditOf, eventsOf, openFreshSides } from '../../testing/two-sides.ts';
import { formWith, png, stl, upload } from '../../testing/uploads.ts';
import { publishAgreement } from '../agreements/publish-agreement.ts';
import { endSessions } from '../identity/sessions.ts';

const { t, people, newCase } = await openFreshSides();
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'action-id': 'phone' };

/** Requests a code on the desktop; returns the fragment of its URL. */
async function codeFor(user: { id: number }, caseId: number): Promise<{ id: string; code: string }> {
  const reply = await (await t.as(user)).post('/v1/auth/otp/', { callfrom: 'phone', postId: caseId });
  expect(reply.statusCode, reply.body).toBe(200);
  const { id, url } = reply.json();
  return { id, code: new URL(url).hash.slice(1) };
}

const spend = (code: string, headers: Record<string, string> = OWN_PAGE) =>
  t.nobody.request('POST', '/v1/auth/otp/open/', { code }, headers);

/** A phone connected to a case. */
async function phoneFor(user: { id: number }, caseId: number, before?: { headers: typeof OWN_PAGE }) {
  const { id, code } = await codeFor(user, caseId);
  const reply = await spend(code, before?.headers);
  expect(reply.statusCode, reply.body).toBe(200);
  const [cookie] = reply.cookies;
  const headers = { cookie: `${cookie?.name}=${cookie?.value}`, ...OWN_PAGE };
  return {
    id,
    cookie,
    headers,
    get: (path: string) => t.nobody.request('GET', path, undefined, headers),
    post: (path: string, body?: unknown) =>
      t.nobody.request('POST', `${path}?connection=${id}`, body, headers),
    put: (path: string) => t.nobody.request('PUT', `${path}?connection=${id}`, undefined, headers),
    see: async () =>
      (await t.nobody.request('GET', '/v1/handoff/case/', undefined, headers)).json<HandoffCase>(),
  };
}

describe('a handoff code', () => {
  test('a code is refused to strangers, for drafts, and for clients that are no phone', async () => {
    const { id } = await newCase();
    const ask = async (user: { id: number }, body: object) =>
      (await (await t.as(user)).post('/v1/auth/otp/', body)).statusCode;
    expect(await ask(people.stranger, { callfrom: 'phone', postId: id })).toBe(404);
    expect(await ask(people.author, { callfrom: 'phone', postId: (await newCase({ draft: true })).id })).toBe(
      404,
    );
    expect(await ask(people.author, { callfrom: 'fridge', postId: id })).toBe(400);
  });

  test('a code opens the case once; the second device gets 410', async () => {
    const { code } = await codeFor(people.author, (await newCase()).id);
    const replies = await Promise.all([spend(code), spend(code)]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    expect((await spend(code)).json()).toMatchObject({ code: 'handoff_code_invalid' });
  });

  test('a code gets 410 after five minutes', async () => {
    const { id, code } = await codeFor(people.author, (await newCase()).id);
    await t.services.db
      .updateTable('case_handoff')
      .set({ code_expires_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect((await spend(code)).statusCode).toBe(410);
  });

  test('a code is replaced by the next one, and can be withdrawn', async () => {
    const { id: caseId } = await newCase();
    const first = await codeFor(people.author, caseId);
    const second = await codeFor(people.author, caseId);
    expect((await spend(first.code)).statusCode).toBe(410);
    const path = `/v1/handoffs/${second.id}/end/`;
    expect((await (await t.as(people.authorMate)).put(path)).statusCode).toBe(404);
    expect((await (await t.as(people.author)).put(path)).statusCode).toBe(200);
    expect((await spend(second.code)).statusCode).toBe(410);
  });

  test('a code cannot be spent by another site’s page', async () => {
    const { code } = await codeFor(people.author, (await newCase()).id);
    const reply = await t.nobody.request(
      'POST',
      '/v1/auth/otp/open/',
      { code },
      {
        'sec-fetch-site': 'cross-site',
      },
    );
    expect(reply.statusCode).toBe(403);
  });

  test('a code is stored as a hash only', async () => {
    const { id, code } = await codeFor(people.author, (await newCase()).id);
    const row = await t.services.db
      .selectFrom('case_handoff')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(
      JSON.stringify([row, await t.services.db.selectFrom('audit_log').selectAll().execute()]),
    ).not.toMatch(code);
  });
});

describe('a connected phone', () => {
  test('a connected phone sees its case, with an HttpOnly cookie', async () => {
    const dentalCase = await newCase();
    const phone = await phoneFor(people.recipient, dentalCase.id);
    expect(phone.cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await phone.see()).toMatchObject({
      no: dentalCase.no,
      person: 'Rita Recipient',
      can_add_photos: true,
      comments: [],
      files: [],
    });
  });

  test('a connected phone does not count as the recipient opening the case', async () => {
    const dentalCase = await newCase({ status: 'OPEN' });
    await (await phoneFor(people.recipient, dentalCase.id)).see();
    const row = await t.services.db
      .selectFrom('dental_case')
      .select('status')
      .where('id', '=', dentalCase.id)
      .executeTakeFirst();
    expect(row?.status).toBe('OPEN');
  });

  test('a connected phone’s cookie gives no access to session endpoints or other cases', async () => {
    const dentalCase = await newCase();
    const other = await newCase();
    const phone = await phoneFor(people.author, dentalCase.id);
    for (const path of [
      '/v1/cases/',
      `/v1/cases/${dentalCase.id}/all/`,
      '/v1/user/edit/',
      '/v1/auth/check/',
      '/events/',
    ])
      expect((await phone.get(path)).statusCode, path).toBe(401);
    await upload(await t.as(people.author), other.id, png('other'), 'other.png');
    const foreign = (await (await t.as(people.author)).get(`/v1/cases/${other.id}/files/`)).json().files[0]
      .id;
    expect((await phone.get(`/v1/handoff/photos/${foreign}/`)).statusCode).toBe(404);
  });

  test('a connected phone adds photos with one event for the other side, and shows them', async () => {
    const dentalCase = await newCase();
    const phone = await phoneFor(people.author, dentalCase.id);
    const added = await phone.post('/v1/handoff/photos/', formWith(png('one'), 'photo-1.png'));
    expect(added.statusCode, added.body).toBe(200);
    expect((await phone.put('/v1/handoff/photos/done/')).statusCode).toBe(200);
    const { files } = await phone.see();
    expect(files).toMatchObject([{ id: added.json().id, filename: 'photo-1.png', is_photo: true }]);
    expect((await phone.get(`/v1/handoff/photos/${added.json().id}/`)).rawPayload).toEqual(png('one'));
    // Few browsers show HEIC.
    const { id: other } = (await phone.post('/v1/handoff/photos/', formWith(heic(), 'IMG_1.HEIC'))).json();
    const { headers } = await phone.get(`/v1/handoff/photos/${other}/`);
    expect(headers['content-type']).toBe('image/jpeg');
    expect((await eventsOf(t, dentalCase.id)).map(({ name }) => name)).toContain('files_uploaded');
  });

  test.each([
    ['a scan', stl(2), 'upper.stl', 'photo_type_not_allowed'],
    ['a scan with the name of a photo', stl(2), 'upper.jpg', 'file_content_mismatch'],
  ])('a connected phone cannot add %s', async (_, bytes, filename, code) => {
    const phone = await phoneFor(people.author, (await newCase()).id);
    const reply = await phone.post('/v1/handoff/photos/', formWith(bytes, filename));
    expect([reply.statusCode, reply.json().code]).toEqual([400, code]);
    expect((await phone.see()).files).toEqual([]);
  });

  test('a connected phone sees scans by name only', async () => {
    const dentalCase = await newCase();
    await upload(await t.as(people.author), dentalCase.id, stl(2), 'upper.stl');
    const phone = await phoneFor(people.author, dentalCase.id);
    const [file] = (await phone.see()).files;
    expect(file).toMatchObject({ filename: 'upper.stl', is_photo: false });
    expect((await phone.get(`/v1/handoff/photos/${file?.id}/`)).statusCode).toBe(404);
  });

  test('a connected phone comments once per key, also in a closed case, which takes no photos', async () => {
    const dentalCase = await newCase({ status: 'CLSD' });
    const phone = await phoneFor(people.author, dentalCase.id);
    const comment = { comment: '사진 보냈습니다', key: randomUUID() };
    await phone.post('/v1/handoff/comments/', comment);
    await phone.post('/v1/handoff/comments/', comment);
    expect((await phone.post('/v1/handoff/comments/', { ...comment, comment: '  ' })).statusCode).toBe(400);
    const seen = await phone.see();
    expect(seen.comments.map(({ text }) => text)).toEqual(['사진 보냈습니다']);
    expect(seen.can_add_photos).toBe(false);
    const photo = await phone.post('/v1/handoff/photos/', formWith(png(), 'photo.png'));
    expect([photo.statusCode, photo.json().code]).toEqual([409, 'case_closed']);
  });

  test('a connected phone refuses changes from another site’s page', async () => {
    const phone = await phoneFor(people.author, (await newCase()).id);
    const reply = await t.nobody.request(
      'POST',
      `/v1/handoff/comments/?connection=${phone.id}`,
      { comment: 'forged', key: randomUUID() },
      { ...phone.headers, 'sec-fetch-site': 'cross-site' },
    );
    expect(reply.statusCode).toBe(403);
  });
});

test('a page of the first case cannot write to the second one opened on its phone', async () => {
  const [first, second] = [await newCase(), await newCase()];
  const before = await phoneFor(people.author, first.id);
  const phone = await phoneFor(people.author, second.id, before);
  // All tabs of a phone share one cookie.
  const stale = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    t.nobody.request(method, `/v1/handoff/${path}?connection=${before.id}`, body, phone.headers);
  const replies = [
    await stale('GET', 'case/'),
    await stale('POST', 'photos/', formWith(png('wrong'), 'wrong.png')),
    await stale('PUT', 'photos/done/'),
    await stale('POST', 'comments/', { comment: 'wrong', key: randomUUID() }),
    await stale('POST', 'leave/'),
  ];
  expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
    replies.map(() => [401, 'handoff_over']),
  );
  expect(await phone.see()).toMatchObject({ connection: phone.id, no: second.no, files: [], comments: [] });
  // The first connection ended with its cookie, and that is logged.
  const client = await t.as(people.author);
  expect((await client.get(`/v1/cases/${first.id}/handoffs/`)).json().handoffs).toEqual([]);
  expect((await auditOf(t, first.id)).map(({ action }) => action)).toContain('handoff_ended');
});

test('codes created beforehand do not exceed the limit of phones per person, also when all are opened at once', async () => {
  const codes: string[] = [];
  for (let made = 0; made <= MAX_HANDOFFS; made += 1)
    codes.push((await codeFor(people.author, (await newCase()).id)).code);
  const replies = await Promise.all(codes.map((code) => spend(code)));
  const refused = replies.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map((reply) => [reply.statusCode, reply.json().code])).toEqual([[409, 'too_many_handoffs']]);
});

test('a change without its connection gets 400', async () => {
  const phone = await phoneFor(people.author, (await newCase()).id);
  const body = { comment: 'Where to?', key: randomUUID() };
  const reply = await t.nobody.request('POST', '/v1/handoff/comments/', body, phone.headers);
  expect(reply.statusCode).toBe(400);
});

describe('a phone is disconnected', () => {
  const isOver = async (phone: Awaited<ReturnType<typeof phoneFor>>) => {
    const reply = await phone.get('/v1/handoff/case/');
    return reply.statusCode === 401 && reply.json().code === 'handoff_over';
  };
  const change = (id: string, row: { expires_at?: Date; last_used_at?: Date }) =>
    t.services.db.updateTable('case_handoff').set(row).where('id', '=', id).execute();

  test('a phone is disconnected by its person or by itself, and is listed until then', async () => {
    const { id: caseId } = await newCase();
    const client = await t.as(people.author);
    const list = async () => (await client.get(`/v1/cases/${caseId}/handoffs/`)).json().handoffs;
    const one = await phoneFor(people.author, caseId);
    const two = await phoneFor(people.author, caseId);
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([two.id, one.id]);
    expect(
      (await (await t.as(people.authorMate)).get(`/v1/cases/${caseId}/handoffs/`)).json().handoffs,
    ).toEqual([]);
    expect((await client.put(`/v1/handoffs/${one.id}/end/`)).statusCode).toBe(200);
    expect((await two.post('/v1/handoff/leave/', {})).statusCode).toBe(200);
    expect([await isOver(one), await isOver(two), await list()]).toEqual([true, true, []]);
    expect((await auditOf(t, caseId)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['handoff_code_made', 'handoff_opened', 'handoff_ended']),
    );
  });

  test('a phone is disconnected after two hours, and after half an hour without use', async () => {
    const { id } = await newCase();
    const late = await phoneFor(people.author, id);
    await change(late.id, { expires_at: new Date() });
    const idle = await phoneFor(people.author, id);
    await change(idle.id, { last_used_at: new Date(Date.now() - 40 * 60_000) });
    expect([await isOver(late), await isOver(idle)]).toEqual([true, true]);
  });

  test('a phone is disconnected when the session that created its code ends', async () => {
    const phone = await phoneFor(people.partner, (await newCase({ recipient: people.partner })).id);
    expect(await isOver(phone)).toBe(false);
    await inTransaction(t.services, NOBODY, (work) =>
      endSessions(work, { userId: people.partner.id }, 'test'),
    );
    expect(await isOver(phone)).toBe(true);
  });

  test('a phone is disconnected while its person is blocked, even if its session continues', async () => {
    const phone = await phoneFor(people.recipient, (await newCase()).id);
    const { code } = await codeFor(people.recipient, (await newCase()).id);
    const block = (blocked_at: Date | null) =>
      t.services.db
        .updateTable('app_user')
        .set({ blocked_at, blocked_by: blocked_at && people.stranger.id })
        .where('id', '=', people.recipient.id)
        .execute();
    await block(new Date());
    expect(await isOver(phone)).toBe(true);
    expect((await spend(code)).statusCode).toBe(410);
    await block(null);
    expect(await isOver(phone)).toBe(false);
  });

  test('a phone is disconnected when its person moves to the other region', async () => {
    const { id } = await newCase();
    const phone = await phoneFor(people.author, id);
    await leaveFor(t.services, people.author);
    expect((await phone.get('/v1/handoff/case/')).statusCode).toBe(401);
  });

  test('a phone is disconnected when its person leaves the group that shared the case', async () => {
    const phone = await phoneFor(people.authorMate, (await newCase()).id);
    expect(await isOver(phone)).toBe(false);
    const member = await t.services.db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', people.authorMate.id)
      .executeTakeFirstOrThrow();
    const left = await (await t.as(people.authorMate)).delete(`/v1/group/users/${member.id}/remove/`);
    expect(left.statusCode, left.body).toBe(200);
    expect(await isOver(phone)).toBe(true);
  });

  test('a phone is disconnected when its person loses the case', async () => {
    const dentalCase = await newCase();
    const phone = await phoneFor(people.author, dentalCase.id);
    await t.services.db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date(), recipient_removed_at: new Date() })
      .where('id', '=', dentalCase.id)
      .execute();
    expect(await isOver(phone)).toBe(true);
  });
});

test('a connected phone changes nothing while an agreement is overdue, and can still be read and disconnected', async () => {
  const phone = await phoneFor(people.author, (await newCase()).id);
  await publishAgreement(t.services, {
    kind: 'dpa',
    name: 'overdue',
    texts: new Map([['en', '# dpa overdue']]),
    requiredFrom: new Date(Date.now() + 60_000),
    asTemplate: false,
  });
  const comment = () => phone.post('/v1/handoff/comments/', { comment: 'Hello', key: randomUUID() });
  expect((await comment()).statusCode).toBe(200);
  await t.services.db
    .updateTable('agreement_version')
    .set({ required_from: new Date(0) })
    .execute();
  const refused = [
    await comment(),
    await phone.post('/v1/handoff/photos/', formWith(png(), 'photo.png')),
    await phone.put('/v1/handoff/photos/done/'),
  ];
  expect(refused.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
    refused.map(() => [403, 'agreement_needed']),
  );
  expect(await phone.see()).toMatchObject({ comments: [{ text: 'Hello' }], files: [] });
  expect((await phone.post('/v1/handoff/leave/')).statusCode).toBe(200);
  await t.services.db.deleteFrom('agreement_version').execute();
});
