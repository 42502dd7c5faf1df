import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCaseLists } from '../../testing/case-lists.ts';
import { createCase, createGroup, createLabUser, createUser } from '../../testing/factories.ts';

const { t, people, newCase, list, idsIn, set } = await openCaseLists();

const found = (person: { id: number }, search: string, more: Record<string, string> = {}) =>
  idsIn(person, { search, ...more });
const rename = (person: { id: number }, columns: object) =>
  t.services.db.updateTable('app_user').set(columns).where('id', '=', person.id).execute();

test('strangers find nobody, and a person’s name only leads to visible cases', async () => {
  const { id } = await newCase();
  await createCase(t.services, { author: people.author, recipient: people.partner });
  for (const search of ['rita', 'recipient', 'ada', 'smile', 'fine']) {
    expect(await found(people.stranger, search), search).toEqual([]);
  }
  expect(await found(people.recipient, 'ada')).toEqual([id]);
  expect(await found(people.partner, 'rita')).toEqual([]);
});

test('author, recipient and assignee are found by both sides and their groups', async () => {
  const dentalCase = await newCase();
  const technician = await createLabUser(t.services, { first_name: 'Teodor', last_name: 'Żak' });
  await t.services.db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
  await t.services.db.deleteFrom('share_group').where('owner_id', '=', people.recipient.id).execute();
  await createGroup(t.services, people.recipient, [technician]);
  await set(dentalCase.id, { assignee_id: technician.id });
  await newCase({ recipient: people.partner });
  for (const search of ['rita', 'RECIP', 'Recipient, Rita', 'teodor', 'zak', 'Fine', `rita ${dentalCase.no}`])
    for (const person of [people.author, people.authorMate, people.recipient, technician])
      expect([search, await found(person, search)]).toEqual([search, [dentalCase.id]]);
  expect(await found(people.author, 'teodor nowhere')).toEqual([]);
});

test('the institution of an assignee is not searchable because it is not shown', async () => {
  const { id } = await newCase();
  await set(id, { assignee_id: people.recipientMate.id });
  await rename(people.recipientMate, { institution: 'Moonlight Milling' });
  expect(await found(people.author, 'moonlight')).toEqual([]);
  expect(await found(people.author, 'ron')).toEqual([id]);
});

test('a new name or institution is searchable at once for existing cases; deleted people are not', async () => {
  const { id } = await newCase();
  await rename(people.recipient, { last_name: 'Neumann-Łoś', institution: 'Zahntechnik Süd' });
  for (const search of ['neumann', 'los', 'zahntechnik', 'sud'])
    expect([search, await found(people.author, search)]).toEqual([search, [id]]);
  expect(await found(people.author, 'recipient')).toEqual([]);
  await rename(people.recipient, { deleted_at: new Date() });
  expect(await found(people.author, 'neumann')).toEqual([]);
});

test('Korean names are found family name first, by one syllable and half typed', async () => {
  const kim = await createLabUser(t.services, {
    first_name: '민준',
    last_name: '김',
    institution: '서울기공소',
  });
  const { id } = await newCase({ recipient: kim });
  await newCase();
  for (const search of ['김민준', '민준', '김', '김민ㅈ', '서울'])
    expect([search, await found(people.author, search)]).toEqual([search, [id]]);
});

test('a person on very many cases: first page, further pages, and exact with another filter', async () => {
  const dentist = await createUser(t.services, { first_name: 'Prolific', institution: 'Busy' });
  const template = await createCase(t.services, { author: dentist, recipient: people.recipient });
  await sql`
    insert into dental_case (no, author_id, recipient_id, status, patient_last, published_at, updated_at)
    select 'M-' || n, author_id, recipient_id, 'OPEN', 'Many' || n, published_at, now() - n * interval '1 minute'
    from dental_case, generate_series(1, 5100) as n where id = ${template.id}
  `.execute(t.services.db);
  const first = await list(people.recipient, { search: 'prolific' });
  expect(first).toMatchObject({ is_cut: true });
  expect(first.posts).toHaveLength(25);
  expect(first.posts[0].id).toBe(template.id);
  const exact = await list(people.recipient, { search: 'prolific', status: 'Open' });
  expect([exact.page.total_num, exact.is_cut]).toEqual([5101, undefined]);
  expect(await found(people.recipient, 'prolific many4711')).toHaveLength(1);
});

describe('filters by assignee, restoration and material', () => {
  const make = (caseId: number, columns: { type: string; material: string; position: number }) =>
    t.services.db
      .insertInto('restoration')
      .values({ case_id: caseId, arch: null, ...columns })
      .execute();

  test('search filters: 400 for invalid assignees and overlong words', async () => {
    const client = await t.as(people.author);
    for (const query of ['assignee=everybody', 'assignee=0', 'assignee=1.5', `material=${'x'.repeat(201)}`])
      expect((await client.get(`/v1/cases/?${query}`)).statusCode, query).toBe(400);
  });

  test('restoration filters find by assignee, type and material, alone and combined', async () => {
    const [crown, bridge, both] = [await newCase(), await newCase(), await newCase()];
    await t.services.db.deleteFrom('restoration').where('case_id', '=', bridge.id).execute();
    await make(bridge.id, { type: 'pontic', material: 'pmma', position: 0 });
    await make(both.id, { type: 'inlay', material: 'gold', position: 1 });
    await set(bridge.id, { assignee_id: people.recipientMate.id });
    await set(both.id, { assignee_id: people.recipient.id });
    const ask = async (query: Record<string, string>, person = people.recipient) =>
      (await idsIn(person, query)).toSorted((a, b) => a - b);
    expect(await ask({ assignee: 'me' })).toEqual([both.id]);
    expect(await ask({ assignee: 'me' }, people.recipientMate)).toEqual([bridge.id]);
    expect(await ask({ assignee: String(people.recipientMate.id) }, people.author)).toEqual([bridge.id]);
    expect(await ask({ assignee: 'me' }, people.author)).toEqual([]);
    expect(await ask({ restoration: 'crown' })).toEqual([crown.id, both.id]);
    expect(await ask({ material: 'gold' })).toEqual([both.id]);
    // One restoration must match both.
    expect(await ask({ restoration: 'crown', material: 'gold' })).toEqual([]);
    expect(await ask({ restoration: 'inlay', material: 'gold', assignee: 'me' })).toEqual([both.id]);
    expect(await ask({ restoration: 'crown', search: 'rita' })).toEqual([crown.id, both.id]);
    expect(await ask({ restoration: 'crown', assignee: 'me', search: both.no })).toEqual([both.id]);
    expect(await ask({ restoration: 'crown', status: 'Closed' })).toEqual([]);
    expect(
      await ask({ restoration: 'crown', assignee: String(people.recipient.id) }, people.stranger),
    ).toEqual([]);
  });

  test('restoration filters follow sends, deletions, undos and edits', async () => {
    const draft = await newCase({ draft: true });
    const found = () => idsIn(people.recipient, { restoration: 'crown', material: 'zirconia' });
    expect(await found()).toEqual([]);
    await set(draft.id, { published_at: new Date() });
    expect(await found()).toEqual([draft.id]);
    await set(draft.id, { recipient_removed_at: new Date() });
    expect(await found()).toEqual([]);
    await set(draft.id, { recipient_removed_at: null, recipient_id: people.partner.id });
    expect(await found()).toEqual([]);
    await set(draft.id, { recipient_id: people.recipient.id });
    expect(await found()).toEqual([draft.id]);
    await make(draft.id, { type: 'crown', material: 'gold', position: 1 });
    expect(await idsIn(people.recipient, { restoration: 'crown' })).toEqual([draft.id]);
    await t.services.db
      .updateTable('restoration')
      .set({ material: 'pmma' })
      .where('case_id', '=', draft.id)
      .execute();
    expect(await found()).toEqual([]);
    expect(await idsIn(people.author, { material: 'pmma' })).toEqual([draft.id]);
    await t.services.db.deleteFrom('restoration').where('case_id', '=', draft.id).execute();
    expect(await idsIn(people.author, { material: 'pmma' })).toEqual([]);
  });

  test('a restoration in thousands of cases is counted exactly and paged in every sort', async () => {
    await sql`
      insert into dental_case (no, author_id, recipient_id, status, patient_last, published_at, updated_at, delivery_date)
      select 'MANY-' || n, ${people.author.id}, ${people.recipient.id}, case when n % 2 = 0 then 'OPEN' else 'CLSD' end, 'Many',
        now() - n * interval '1 minute', now() - n * interval '1 minute', case when n % 3 = 0 then date '2027-01-01' + n end
      from generate_series(1, 5100) as n
    `.execute(t.services.db);
    await sql`
      insert into restoration (case_id, position, type, material)
      select id, position, 'veneer', case position when 0 then 'gold' else 'pmma' end
      from dental_case, generate_series(0, 1) as position where no like 'MANY-%'
    `.execute(t.services.db);
    const numbers = async (query: Record<string, string>) => {
      const { posts, page, is_cut } = await list(people.recipient, query);
      return [page.total_num, is_cut, posts[0]?.no, posts.length];
    };
    expect(await numbers({ restoration: 'veneer' })).toEqual([5100, undefined, 'MANY-1', 25]);
    expect(await numbers({ material: 'gold', page: '999' })).toEqual([5100, undefined, 'MANY-5076', 25]);
    const both = { restoration: 'veneer', material: 'pmma' };
    expect(await numbers({ ...both, sort: 'created desc' })).toEqual([5100, undefined, 'MANY-1', 25]);
    expect(await numbers({ ...both, sort: 'status asc' })).toEqual([5100, undefined, 'MANY-2', 25]);
    expect(await numbers({ ...both, sort: 'due asc' })).toEqual([5100, undefined, 'MANY-3', 25]);
    expect(await numbers({ ...both, status: 'Closed' })).toEqual([2550, undefined, 'MANY-1', 25]);
    expect(await numbers({ ...both, uid: String(people.author.id) })).toEqual([
      5100,
      undefined,
      'MANY-1',
      25,
    ]);
    expect(await list(people.stranger, both)).toMatchObject({ posts: [], page: { total_num: 0 } });
  });

  test('filter options offer only what occurs in visible cases', async () => {
    const offered = async (person: { id: number }) =>
      (await (await t.as(person)).get('/v1/user/filters/')).json();
    const nothing = { assignees: [], restorations: [], materials: [] };
    expect(await offered(people.author)).toMatchObject(nothing);
    const { id } = await newCase();
    await make(id, { type: 'x-17', material: 'unobtainium', position: 1 });
    await set(id, { assignee_id: people.recipientMate.id });
    const shown = {
      assignees: [{ id: people.recipientMate.id, name: 'Ron Mate' }],
      restorations: [
        { type: 'crown', name: 'Crown' },
        { type: 'x-17', name: 'x-17' },
      ],
      materials: [
        { code: 'unobtainium', name: 'unobtainium' },
        { code: 'zirconia', name: 'Zirconia' },
      ],
    };
    for (const person of [people.author, people.recipient]) {
      const { restorations, materials, assignees } = await offered(person);
      const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
      expect({ assignees, restorations, materials: materials.toSorted(byCode) }).toEqual(shown);
    }
    for (const person of [people.stranger, people.partner])
      expect(await offered(person)).toMatchObject(nothing);
  });
});

test('sort by due date: nearest first, no date last; the same backwards and in a search', async () => {
  const days = ['2026-12-24', null, '2026-11-30', '2027-01-05', null, '2026-11-30'];
  const made: { id: number; day: string | null }[] = [];
  for (let n = 0; n < 60; n += 1) {
    const { id } = await newCase({ status: n % 2 === 0 ? 'OPEN' : 'CLSD' });
    const day = days[n % days.length] ?? null;
    await set(id, { delivery_date: day });
    made.push({ id, day });
  }
  const rank = ({ day }: { day: string | null }) => day ?? '9999';
  const inOrder = made.toSorted((a, b) => rank(a).localeCompare(rank(b)) || b.id - a.id).map(({ id }) => id);
  for (const more of [{}, { search: 'rita' }, { restoration: 'crown' }] as Record<string, string>[]) {
    const shown: number[] = [];
    for (const page of ['1', '2', '3'])
      shown.push(...(await idsIn(people.author, { sort: 'due asc', page, ...more })));
    expect(shown, JSON.stringify(more)).toEqual(inOrder);
  }
  const open = { sort: 'due asc', status: 'Open', num_per_page: '100' };
  const openIds = new Set(made.filter((_, n) => n % 2 === 0).map(({ id }) => id));
  expect(await idsIn(people.recipient, open)).toEqual(inOrder.filter((id) => openIds.has(id)));
});
