import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsOf, openFreshSides } from '../../testing/two-sides.ts';
import { png, stl, upload } from '../../testing/uploads.ts';

const { t, people, newCase } = await openFreshSides();
let caseId: number;
let scan: number;
beforeEach(async () => {
  caseId = (await newCase()).id;
  scan = await add('scan-upper.stl', stl(2));
});

type Person = { id: number };
const add = async (name: string, bytes: Buffer, at = caseId) =>
  (await upload(await t.as(people.author), at, bytes, name)).json().id as number;
const post = async (person: Person, body: object) =>
  (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, body);
const put = async (person: Person, id: number, body: object) =>
  (await t.as(person)).put(`/v1/comments/${id}/edit/`, body);
const comments = async (person: Person) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/comments/`)).json().comments;

const PLACE = {
  point: [12.4821, -3.91, 8.0042],
  normal: [0, 0.6, 0.8],
  view: {
    orientation: [0.5, -0.5, 0.5, 0.5],
    target: [12, -4, 8],
    span: 24.5,
    layers: { 'upper-jaw': 100, 'lower-jaw': 0 },
  },
};
const pin = (more: object = {}) => ({ ...PLACE, file_id: scan, ...more });
const view = (more: object) => pin({ view: { ...PLACE.view, ...more } });
const pinned = async (person: Person, more: object = {}) => {
  const reply = await post(person, { comment: 'Margin?', pin: pin(), ...more });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().id as number;
};

describe('a pin is refused', () => {
  test('pins: 401 for guests, 404 for strangers and uninvolved partners', async () => {
    const body = { comment: 'Margin?', pin: pin() };
    expect((await t.nobody.post(`/v1/cases/${caseId}/comment/`, body)).statusCode).toBe(401);
    for (const person of [people.stranger, people.partner])
      expect((await post(person, body)).statusCode).toBe(404);
    expect(await comments(people.author)).toEqual([]);
  });

  test('a pin on a scan of another case, a deleted or missing scan, or a file that is no scan is refused', async () => {
    const gone = await add('gone.stl', stl(3));
    await (await t.as(people.author)).delete(`/v1/files/${gone}/remove/`);
    const other = await newCase();
    const elsewhere = await add('other.stl', stl(4), other.id);
    for (const file_id of [gone, elsewhere, 987654321]) {
      const reply = await post(people.author, { comment: 'Margin?', pin: pin({ file_id }) });
      expect(reply.json()).toMatchObject({ code: 'comment_file_unknown' });
      expect(reply.statusCode).toBe(400);
    }
    const picture = await add('photo.png', png());
    const reply = await post(people.author, { comment: 'Margin?', pin: pin({ file_id: picture }) });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'pin_not_on_scan' });
  });

  test.each([
    ['a point that is no number', () => pin({ point: [1, Number.NaN, 3] })],
    ['a point of two numbers', () => pin({ point: [1, 2] })],
    ['a point beyond a kilometre', () => pin({ point: [1, 2, 1_000_001] })],
    ['a normal of no length', () => pin({ normal: [0, 0, 0] })],
    ['a normal that is too long', () => pin({ normal: [1, 1, 0] })],
    ['an invalid orientation', () => view({ orientation: [0, 0, 0, 0] })],
    ['an orientation of three numbers', () => view({ orientation: [0, 0, 1] })],
    ['a target that is text', () => view({ target: ['1', 2, 3] })],
    ['a span of nothing', () => view({ span: 0 })],
    ['a layer that is no name', () => view({ layers: { '<b>': 10 } })],
    ['a layer more than opaque', () => view({ layers: { 'upper-jaw': 101 } })],
    [
      'more layers than there can be',
      () => view({ layers: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`l-${n}`, 1])) }),
    ],
    ['no view', () => pin({ view: undefined })],
    ['no scan', () => pin({ file_id: undefined })],
  ])('%s', async (_, made) => {
    const reply = await post(people.author, { comment: 'Margin?', pin: made() });
    expect(reply.statusCode, reply.body).toBe(400);
    expect(await comments(people.author)).toEqual([]);
  });

  test('a pin at infinity, which JSON can spell as 1e999, is refused', async () => {
    const body = JSON.stringify({ comment: 'Margin?', pin: pin({ point: [1, 2, 3] }) });
    const reply = await (await t.as(people.author)).request(
      'POST',
      `/v1/cases/${caseId}/comment/`,
      body.replace('[1,2,3]', '[1,2,1e999]'),
      { 'content-type': 'application/json' },
    );
    expect(reply.statusCode).toBe(400);
    expect(await comments(people.author)).toEqual([]);
  });

  test('an edit that sets or moves a pin, or is by somebody else, is refused', async () => {
    const id = await pinned(people.author);
    const moved = pin({ point: [0, 0, 0] });
    expect((await put(people.author, id, { comment: 'Margin?', pin: moved })).statusCode).toBe(400);
    expect((await put(people.recipient, id, { comment: 'Margin?', pin: null })).statusCode).toBe(403);
    expect((await comments(people.author))[0].pin.point).toEqual(PLACE.point);
  });
});

describe('a pin', () => {
  test('both sides read a pin as it was set, and the text is complete without it', async () => {
    await pinned(people.author);
    for (const person of [people.author, people.authorMate, people.recipient, people.recipientMate]) {
      const [comment] = await comments(person);
      expect(comment).toMatchObject({ text: 'Margin?', file: null });
      expect(comment.pin).toEqual({
        ...PLACE,
        no: 1,
        file: { id: scan, filename: 'scan-upper.stl', is_deleted: false },
      });
    }
    const detail = (await (await t.as(people.recipient)).get(`/v1/cases/${caseId}/all/`)).json();
    expect(detail.comments[0].pin).toMatchObject({ no: 1 });
    const events = (await eventsOf(t, caseId)).map((event) => event.name);
    expect(events.filter((name) => name.startsWith('comment'))).toEqual(['comment_added']);
  });

  test('comments without a pin have none, whether the request omits it or sends null', async () => {
    await post(people.author, { comment: 'one' });
    await post(people.author, { comment: 'two', pin: null });
    expect((await comments(people.recipient)).map((each: { pin: unknown }) => each.pin)).toEqual([
      null,
      null,
    ]);
  });

  test('a pin may be on an earlier version, and stays there when a newer one comes or it is deleted', async () => {
    await pinned(people.author);
    const newer = await add('scan-upper.stl', stl(5));
    await pinned(people.recipient);
    await pinned(people.recipient, { pin: pin({ file_id: newer }) });
    const scans = async () =>
      (await comments(people.author)).map((each: { pin: { file: object } }) => each.pin.file);
    const first = { id: scan, filename: 'scan-upper.stl', is_deleted: false };
    expect(await scans()).toEqual([first, first, { ...first, id: newer }]);
    await (await t.as(people.author)).delete(`/v1/files/${scan}/remove/`);
    const gone = { ...first, is_deleted: true };
    expect(await scans()).toEqual([gone, gone, { ...first, id: newer }]);
  });

  test('a pin gets a unique number in its case, also when two are set concurrently', async () => {
    await Promise.all([pinned(people.author), pinned(people.recipient), pinned(people.authorMate)]);
    const numbers = async () =>
      (await comments(people.author)).map(({ pin: its }: { pin: { no: number } | null }) => its?.no ?? null);
    expect(await numbers()).toEqual([1, 2, 3]);
    const id = await pinned(people.author);
    await (await t.as(people.author)).delete(`/v1/comments/${id}/remove/`);
    const last = await pinned(people.author);
    expect(await numbers()).toEqual([1, 2, 3, 5]);
    expect((await put(people.author, last, { comment: 'Margin?', pin: null })).statusCode).toBe(200);
    await pinned(people.author);
    expect(await numbers()).toEqual([1, 2, 3, null, 6]);
  });

  test('a pin stays when its text is edited; an edit can remove it', async () => {
    const id = await pinned(people.author);
    const version = async () => (await comments(people.author))[0].version;
    await put(people.author, id, { comment: 'Margin here?' });
    expect((await comments(people.recipient))[0]).toMatchObject({ text: 'Margin here?', pin: { no: 1 } });
    expect(await version()).toBe(2);
    await put(people.author, id, { comment: 'Margin here?', pin: null });
    expect((await comments(people.recipient))[0]).toMatchObject({ text: 'Margin here?', pin: null });
    expect(await version()).toBe(3);
    await put(people.author, id, { comment: 'Margin here?', pin: null });
    expect(await version()).toBe(3);
  });

  test('a pin comes with a picture of the view, once for a repeated request', async () => {
    const picture = await add('view-1.png', png());
    const body = { file_id: picture, key: randomUUID() };
    expect(await pinned(people.author, body)).toBe(await pinned(people.author, body));
    expect(await comments(people.recipient)).toMatchObject([
      { pin: { no: 1 }, file: { id: picture, filename: 'view-1.png' } },
    ]);
  });
});
