import { describe, expect, test } from 'vitest';
import { openCaseLists } from '../../testing/case-lists.ts';
import { createCase, createLabUser } from '../../testing/factories.ts';

const { t, people, newCase, list, idsIn, set } = await openCaseLists();

describe('refused', () => {
  test('case list: 401 for guests', async () => {
    expect((await t.nobody.get('/v1/cases/')).statusCode).toBe(401);
    expect((await t.nobody.get('/v1/user/filters/')).statusCode).toBe(401);
  });

  test('case list: 400 for invalid filters', async () => {
    const client = await t.as(people.author);
    for (const query of ['status=Lost', 'createDateFrom=soon', 'uid=me', `search=${'x'.repeat(201)}`]) {
      expect((await client.get(`/v1/cases/?${query}`)).statusCode).toBe(400);
    }
  });

  test('case list: unknown sort or page falls back to the default', async () => {
    const { id } = await newCase();
    expect(await idsIn(people.author, { sort: 'id; drop table', page: '-3' })).toEqual([id]);
  });
});

test('everybody sees the cases of their circle once, each with their own role', async () => {
  const { id } = await newCase();
  await newCase({ recipient: people.partner });
  await newCase({ draft: true });
  await createCase(t.services);
  expect(await idsIn(people.recipient)).toEqual([id]);
  expect(await idsIn(people.recipientMate)).toEqual([id]);
  expect(await idsIn(people.author)).toHaveLength(2);
  expect(await idsIn(people.authorMate)).toHaveLength(2);
  expect(await idsIn(people.stranger)).toEqual([]);
  const { posts } = await list(people.recipient);
  expect(posts[0]).toMatchObject({
    usertype: 'OT',
    author: { username: 'Ada Author' },
    to: { username: 'Rita Recipient', is_unknown: false },
    files_count: '0',
    comment_count: 0,
    del_enabled: false,
    status: { code: 'OPEN', str: 'Open' },
  });
});

test('select-all is offered only if a case on the page can be deleted', async () => {
  expect(await list(people.author)).toMatchObject({ posts: [], del_disabled_all: true });
  await newCase();
  expect((await list(people.author)).del_disabled_all).toBe(false);
  expect((await list(people.authorMate)).del_disabled_all).toBe(true);
});

test('sorts by last update, order date and workflow status', async () => {
  const statuses = ['CLSD', 'PROC', 'OPEN', 'REOP', 'READ', 'COMP'] as const;
  const made: Record<string, number> = {};
  for (const [place, status] of statuses.entries()) {
    const { id } = await newCase({ status });
    made[status] = id;
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    await set(id, { updated_at: day(20 - place), published_at: day(1 + place) });
  }
  const byStatus = (order: string[]) => order.map((status) => made[status]);
  expect(await idsIn(people.author, { sort: 'updated desc' })).toEqual(byStatus([...statuses]));
  expect(await idsIn(people.author, { sort: 'created desc' })).toEqual(byStatus(statuses.toReversed()));
  const inOrder = byStatus(['OPEN', 'READ', 'PROC', 'COMP', 'REOP', 'CLSD']);
  expect(await idsIn(people.author, { sort: 'status asc' })).toEqual(inOrder);
  const search = { sort: 'status asc', search: 'smile' };
  expect(await idsIn(people.author, search)).toEqual(inOrder);
});

test('filters by status, order date, other side, unread, and all combined', async () => {
  const open = await newCase({ status: 'OPEN' });
  const read = await newCase({ status: 'READ' });
  const worked = await newCase({ status: 'PROC', recipient: people.partner });
  await set(open.id, { published_at: new Date('2026-03-01T10:00:00Z') });
  await set(read.id, { published_at: new Date('2026-03-02T23:30:00Z') });
  await set(worked.id, { published_at: new Date('2026-03-03T00:30:00Z') });
  const found = async (query: Record<string, string>) => (await idsIn(people.author, query)).toSorted();
  const sorted = (...cases: { id: number }[]) => cases.map(({ id }) => id).toSorted();

  expect(await found({ status: 'Open' })).toEqual(sorted(open, read));
  expect(await found({ status: 'Open,InProgress' })).toEqual(sorted(open, read, worked));
  expect(await found({ status: 'Closed' })).toEqual([]);
  expect(await found({ createDateFrom: '2026-03-02', createDateTo: '2026-03-02' })).toEqual(sorted(read));
  const localDay = '2026-03-03T00:00:00+02:00';
  expect(await found({ createDateFrom: localDay, createDateTo: localDay })).toEqual(sorted(read, worked));
  const ofClock = {
    createDateFrom: '2026-03-03T00:00:00',
    createDateTo: '2026-03-03T09:30',
    zone: 'Europe/Kyiv',
  };
  expect(await found(ofClock)).toEqual(sorted(read, worked));
  expect(await found({ uid: String(people.partner.id) })).toEqual(sorted(worked));
  expect(await found({ uid: `${people.partner.id},${people.recipient.id}` })).toHaveLength(3);
  expect(await found({ uid: String(people.author.id) })).toEqual([]);
  const author = await t.as(people.author);
  const twice = await author.get('/v1/cases/?status=Open&status=InProgress');
  expect(twice.json().page.total_num).toBe(3);

  const partner = await t.as(people.partner);
  await partner.post(`/v1/cases/${worked.id}/comment/`, { comment: 'hello' });
  expect(await found({ unreadCommentsOnly: 'true' })).toEqual(sorted(worked));
  expect(await idsIn(people.partner, { unreadCommentsOnly: 'true' })).toEqual([]);
  const all = {
    status: 'InProgress',
    createDateFrom: '2026-03-03',
    uid: String(people.partner.id),
    unreadCommentsOnly: 'true',
    search: 'other',
  };
  expect(await found(all)).toEqual(sorted(worked));
  expect(await found({ ...all, uid: String(people.recipient.id) })).toEqual([]);
  expect(await found({ ...all, search: 'other nowhere' })).toEqual([]);
});

test('the last day of a date range is whole in the user’s time zone, also when clocks change', async () => {
  const made = [];
  for (const sent of [
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00:00Z',
  ]) {
    const { id } = await newCase();
    await set(id, { published_at: new Date(sent) });
    made.push(id);
  }
  const midnight = '2026-10-24T22:00:00.000Z';
  const day = { createDateFrom: midnight, createDateTo: midnight, sort: 'created desc' };
  expect(await idsIn(people.author, { ...day, zone: 'Europe/Berlin' })).toEqual([made[2], made[1]]);
  // The same day by date.
  const named = { createDateFrom: '2026-10-25', createDateTo: '2026-10-25', sort: 'created desc' };
  expect(await idsIn(people.author, { ...named, zone: 'Europe/Berlin' })).toEqual([made[2], made[1]]);
  expect(await idsIn(people.author, { ...named, zone: 'UTC' })).toEqual([made[3], made[2]]);
  // Without daylight saving the day has 24 hours.
  expect(await idsIn(people.author, { ...day, zone: 'Africa/Johannesburg' })).toEqual([made[1]]);
});

test('search finds parts of words in any order in every field, ignoring accents and case', async () => {
  const { id, no } = await newCase({ patient_first: 'Zoë', patient_last: 'Łukasiewicz-Müller' });
  await newCase({ patient_first: 'Anna', patient_last: '100% Plain_Name' });
  const korean = await newCase({ patient_first: '영희', patient_last: '김철' });
  const finds = (search: string) => idsIn(people.author, { search });
  for (const search of [
    'zoe',
    'ZOË',
    'kasiew',
    'müll',
    'mull',
    'muller zoe',
    no,
    no.slice(5).toLowerCase(),
    'lu',
  ]) {
    expect([search, await finds(search)]).toEqual([search, [id]]);
  }
  expect(await finds('fine lab')).toHaveLength(3);
  expect(await finds('zoe anna')).toEqual([]);
  expect(await finds('100%')).toHaveLength(1);
  expect(await finds('%')).toEqual([]);
  expect(await finds('zo_')).toEqual([]);
  expect(await finds("'; --")).toEqual([]);
  for (const search of ['김철', '영희', '김', '철']) expect(await finds(search)).toEqual([korean.id]);
  expect(await finds('김철 영')).toEqual([korean.id]);
  expect(await idsIn(people.stranger, { search: 'zoe' })).toEqual([]);
});

test('totals follow status changes, deletions and sends', async () => {
  const { id } = await newCase();
  const total = async (status: string, person = people.recipient) =>
    (await list(person, { status })).page.total_num;
  expect([await total('Open'), await total('Closed')]).toEqual([1, 0]);
  const author = await t.as(people.author);
  await author.put(`/v1/cases/${id}/status/`, { action: 'CLSD' });
  expect([await total('Open'), await total('Closed')]).toEqual([0, 1]);
  await author.delete(`/v1/cases/${id}/remove/`);
  expect([await total('Closed'), await total('')]).toEqual([1, 1]);
  for (const status of ['Open', 'Closed', '']) expect(await total(status, people.authorMate)).toBe(0);
});

test('an institution that was stored with decomposed letters is filtered by its name', async () => {
  const institution = 'Zahnlabor Müller'.normalize('NFD');
  const { id } = await newCase({ recipient: await createLabUser(t.services, { institution }) });
  await newCase();
  for (const name of [institution, 'Zahnlabor Müller'])
    expect(await idsIn(people.authorMate, { institution: name })).toEqual([id]);
});

test('filters by an institution with many people, by ids and by its name alone', async () => {
  const person = () => createLabUser(t.services, { institution: 'University' });
  const first = await person();
  const others = await Promise.all(Array.from({ length: 200 }, person));
  await newCase();
  const sent = [
    await newCase({ recipient: first }),
    await newCase({ recipient: others.at(-1), status: 'PROC' }),
  ];
  const uid = [first, ...others].map(({ id }) => id).join(',');
  const found = async (query: Record<string, string>) => (await idsIn(people.authorMate, query)).toSorted();
  const expected = sent.map(({ id }) => id).toSorted();
  const alsoAsked: Record<string, string>[] = [
    {},
    { sort: 'status asc' },
    { search: 'smile' },
    { createDateFrom: '2020-01-01' },
  ];
  for (const also of alsoAsked) {
    expect(await found({ ...also, uid })).toEqual(expected);
    expect(await found({ ...also, institution: 'University' })).toEqual(expected);
    expect(await found({ ...also, institution: 'University', uid: String(first.id) })).toEqual(expected);
    // The institution of a saved view has another name now.
    expect(await found({ ...also, institution: 'Nowhere', uid: String(first.id) })).toEqual([sent[0]?.id]);
    expect(await found({ ...also, institution: 'Nowhere' })).toEqual([]);
    expect(await found({ ...also, institution: 'All' })).toEqual(await found(also));
  }
  // One's own institution is not the other side, and strangers find nothing.
  expect(await found({ institution: 'Smile Clinic' })).toEqual([]);
  expect(await idsIn(people.stranger, { institution: 'University' })).toEqual([]);
});

test('filter options list everybody one shares cases with, by institution', async () => {
  await newCase();
  await newCase({ recipient: people.partner });
  const mate = await createLabUser(t.services, { institution: 'Other Lab', last_name: 'Aaa' });
  await newCase({ recipient: mate });
  const choices = (await (await t.as(people.authorMate)).get('/v1/user/filters/')).json();
  expect(choices.institutions).toEqual([
    { name: 'Fine Lab', user_ids: [people.recipient.id] },
    { name: 'Other Lab', user_ids: [mate.id, people.partner.id] },
  ]);
  expect(choices.users.map((user: { id: number }) => user.id)).toEqual([
    mate.id,
    people.partner.id,
    people.recipient.id,
  ]);
  const lab = (await (await t.as(people.recipient)).get('/v1/user/filters/')).json();
  expect(lab.users).toEqual([{ id: people.author.id, name: 'Ada Author' }]);
  expect((await (await t.as(people.stranger)).get('/v1/user/filters/')).json().users).toEqual([]);
});

test('a case names its first four restorations in their order, and how many there are', async () => {
  const { id } = await newCase();
  const place = { case_id: id, arch: null, shade: '', material: 'pmma', type: 'provisional' };
  await t.services.db
    .insertInto('restoration')
    .values([
      ...[4, 3, 2].map((position) => ({ ...place, position, teeth: [20 + position] })),
      {
        ...place,
        position: 1,
        type: 'splint',
        teeth: [],
        arch: 'upper' as const,
        display_name: 'Night splint',
        tooth_text: 'Regio 18',
      },
      { ...place, position: 5, teeth: [25] },
    ])
    .execute();
  const { posts } = await list(people.author);
  expect(posts[0]).toMatchObject({ number_sys: 'FDI', restoration_count: 6 });
  expect(posts[0]?.restorations).toEqual([
    { type: 'crown', name: '', teeth: [16], tooth_text: '', arch: null, material: 'zirconia', shade: 'A2' },
    {
      type: 'splint',
      name: 'Night splint',
      teeth: [],
      tooth_text: 'Regio 18',
      arch: 'upper',
      material: 'pmma',
      shade: '',
    },
    { type: 'provisional', name: '', teeth: [22], tooth_text: '', arch: null, material: 'pmma', shade: '' },
    { type: 'provisional', name: '', teeth: [23], tooth_text: '', arch: null, material: 'pmma', shade: '' },
  ]);
});
