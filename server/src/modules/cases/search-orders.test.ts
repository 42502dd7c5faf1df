import { NUMBER_SYSTEMS, TEETH } from '@cusp/dental/teeth';
import { displayLabel, labelOfFdi } from '@cusp/dental/tooth-labels';
import { fold, searchWords } from '@cusp/text/search-words';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCaseLists } from '../../testing/case-lists.ts';
import { createUser } from '../../testing/factories.ts';
import { supportClient } from '../../testing/support.ts';
import { fillOrderWords } from './fill-order-words.ts';

const { t, people, newCase, idsIn, list, set } = await openCaseLists();
const { db } = t.services;

type Made = Partial<{
  type: string;
  display_name: string;
  material: string;
  shade: string;
  teeth: number[];
  tooth_text: string;
}>;
/** A case with only these restorations. */
const order = async (made: Made[], columns: object = {}) => {
  const { id } = await newCase();
  await db
    .updateTable('dental_case')
    .set({ note: '', ...columns })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('restoration').where('case_id', '=', id).execute();
  if (made.length === 0) return id;
  await db
    .insertInto('restoration')
    .values(made.map((each, position) => ({ type: 'crown', teeth: [], ...each, case_id: id, position })))
    .execute();
  return id;
};
const say = async (person: { id: number }, caseId: number, comment: string): Promise<number> =>
  (await (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, { comment })).json().id;
const find = (person: { id: number }, search: string) => idsIn(person, { search });
const placesIn = async (person: { id: number }, search: string) =>
  (await list(person, { search })).posts.map((post: { found?: object }) => post.found ?? []);

describe('what a search does not reveal', () => {
  test('a place in a deleted comment, in the copy that a side deleted, or to a stranger', async () => {
    const id = await order([{ teeth: [16], shade: 'B3' }]);
    const gone = await say(people.author, id, 'Secretword here');
    await (await t.as(people.author)).delete(`/v1/comments/${gone}/remove/`);
    expect(await list(people.recipient, { search: 'secretword' })).toMatchObject({ posts: [] });
    await say(people.author, id, 'Secretword again');
    for (const person of [people.stranger, people.partner])
      for (const search of ['secretword', 'crown', '16', 'b3', 'ur6'])
        expect(await find(person, search)).toEqual([]);
    await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
    for (const search of ['secretword', 'crown', '16', 'b3']) {
      expect([search, await find(people.author, search)]).toEqual([search, []]);
      expect([search, await find(people.recipient, search)]).toEqual([search, [id]]);
    }
  });

  test('a changed note is found and quoted by its current words only', async () => {
    const id = await order([], { note: 'Oldword in the note' });
    await db.updateTable('dental_case').set({ note: 'Newword in the note' }).where('id', '=', id).execute();
    expect(await find(people.recipient, 'oldword')).toEqual([]);
    expect(await placesIn(people.recipient, 'newword')).toEqual([
      [{ word: 0, place: 'note', text: 'Newword in the note' }],
    ]);
  });

  test('support without consent finds no order, comment or note, and gets no place for a case number', async () => {
    const id = await order([{ teeth: [16] }], { note: 'Hiddenword' });
    const client = await supportClient(t, await createUser(t.services, { is_staff: true }), people.recipient);
    const seen = async (search: string) => (await client.get(`/v1/cases/?search=${search}`)).json().posts;
    for (const search of ['crown', '16', 'hiddenword']) expect(await seen(search)).toEqual([]);
    const { no } = await db
      .selectFrom('dental_case')
      .select('no')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [post] = await seen(no);
    expect(post).toMatchObject({ id });
    expect(post.found).toBeUndefined();
  });
});

describe('orders', () => {
  test('the database names each tooth as the lists do, and in Universal, Palmer and FDI', async () => {
    for (const system of NUMBER_SYSTEMS) {
      const { rows } = await sql<{ fdi: number; words: string }>`
        select fdi, tooth_words(fdi, ${system}) as words from unnest(${TEETH.map(({ fdi }) => fdi)}::smallint[]) as fdi
      `.execute(db);
      for (const { fdi, words } of rows)
        expect(words).toBe(
          [
            displayLabel(fdi, system),
            `#${labelOfFdi(fdi, 'Universal')}`,
            labelOfFdi(fdi, 'PalmerDigital'),
            `fdi${fdi}`,
          ].join(' '),
        );
    }
    expect(
      (await sql<{ words: string | null }>`select tooth_words(99::smallint, 'FDI') as words`.execute(db))
        .rows,
    ).toEqual([{ words: null }]);
  });

  test('a tooth is found by its number in the order, and by its name in every other system', async () => {
    const fdi = await order([{ teeth: [16] }]);
    const universal = await order([{ teeth: [16] }], { number_sys: 'Universal' });
    const palmer = await order([{ teeth: [16] }], { number_sys: 'Palmer' });
    const other = await order([{ teeth: [28, 61] }]);
    const all = [fdi, universal, palmer].sort();
    const found = async (search: string) => (await find(people.recipient, search)).sort();
    for (const search of ['#3', 'UR6', '6⏌', '6┘', 'fdi 16', 'FDI16', 'Universal 3', 'crown #3'])
      expect([search, await found(search)]).toEqual([search, all]);
    for (const search of ['16', 'tooth 16', 'Zahn 16', '16번 치아'])
      expect([search, await found(search)]).toEqual([search, [fdi]]);
    expect(await found('3')).toEqual(all);
    const as = async (numbers: string, search: string) =>
      (await idsIn(people.recipient, { search, numbers })).sort();
    expect(await as('FDI', '16')).toEqual(all);
    expect(await as('Universal', '16')).toEqual([fdi, other].sort());
    expect(await as('unknown', '16')).toEqual([fdi]);
    expect(await placesIn(people.recipient, '3')).toContainEqual([
      { word: 0, place: 'order', text: 'Crown 16 (#3)' },
    ]);
    expect(await placesIn(people.recipient, '6⏌')).toContainEqual([
      { word: 0, place: 'order', text: 'Crown 16 (UR6)' },
    ]);
    expect(await found('⎿A')).toEqual([other]);
    expect(await found('A⏌')).toEqual([]);
    expect(await found('#16')).toEqual([other]);
    expect(await found('61')).toEqual([other]);
    expect(await found('1')).toEqual([]);
  });

  test('a primary tooth with the letters of its quadrant is not found inside words, only where a word begins', async () => {
    const [tooth, name] = [await order([{ teeth: [55] }]), await order([], { patient_first: 'Ureta' })];
    const noted = await order([], { note: 'as discussed (URE)' });
    await order([{ type: 'full_denture' }], { note: 'a denture', patient_last: 'Maurer' });
    for (const search of ['URE', 'UR E', 'Palmer URE'])
      expect([search, (await find(people.recipient, search)).sort()]).toEqual([
        search,
        [tooth, name, noted].sort(),
      ]);
  });

  test('the word for a tooth is ignored beside its name, in every language', async () => {
    const id = await order([{ teeth: [46] }]);
    const universal = await order([{ teeth: [46] }], { number_sys: 'Universal' });
    const all = [id, universal].sort();
    for (const tooth of [
      '46',
      'tooth 46',
      'Zahn 46',
      'ZÄHNE: 46',
      'zahn 4.6',
      'diente 46',
      'pieza 46',
      'dent 46',
      'dente 4-6',
    ])
      expect([tooth, (await find(people.recipient, tooth)).sort()]).toEqual([tooth, all]);
    for (const tooth of [
      'elemento 46',
      'ząb 46',
      'zab 46',
      '치아 46',
      '46번',
      '46번 치아',
      'tooth #30',
      '#30',
      'tooth 30',
      'LR 6',
    ])
      expect([tooth, (await find(people.recipient, tooth)).sort()]).toEqual([tooth, all]);
    for (const tooth of ['tooth 47', '47번', '#31', 'tooth'])
      expect([tooth, await find(people.recipient, tooth)]).toEqual([tooth, []]);
    expect(await placesIn(people.recipient, 'tooth 46')).toEqual(
      expect.arrayContaining([
        [{ word: 0, place: 'order', text: 'Crown 46' }],
        [{ word: 0, place: 'order', text: 'Crown #30 (FDI46)' }],
      ]),
    );
  });

  test('a practice whose name ends with a word for a tooth is found with that word', async () => {
    const id = await order([{ teeth: [46] }]);
    const institutionIs = (institution: string) =>
      db.updateTable('app_user').set({ institution }).where('id', '=', people.recipient.id).execute();
    await institutionIs('Smile Lab');
    expect(await find(people.author, 'Smile Dent 46')).toEqual([id]);
    await institutionIs('Smile Dent');
    expect(await find(people.author, 'Smile Dent 46')).toEqual([id]);
    const { id: elsewhere } = await newCase({ recipient: people.partner, patient_last: 'Smile' });
    await db
      .insertInto('restoration')
      .values({ type: 'crown', teeth: [46], case_id: elsewhere, position: 9 })
      .execute();
    expect(await find(people.author, 'Smile Dent 46')).toEqual([id]);
    expect((await find(people.author, 'Smile 46')).sort()).toEqual([id, elsewhere].sort());
  });

  test('a word that is a surname and the word for a tooth is not lost where a patient has it', async () => {
    const zahn = await order([{ teeth: [46] }], { patient_first: 'Anna', patient_last: 'Zahn' });
    const berg = await order([{ teeth: [46] }], { patient_first: 'Anna', patient_last: 'Berg' });
    const noted = await order([{ teeth: [46] }], { patient_first: 'Anna', note: 'Anna Zahn 46 fehlt' });
    await order([{ teeth: [11] }], { patient_first: 'Anna', patient_last: 'Zahn' });
    const ask = async (search: string) => (await find(people.recipient, search)).sort();
    expect(await ask('Anna Zahn 46')).toEqual([zahn]);
    expect(await ask('anna zahn 4.6 crown')).toEqual([zahn]);
    expect(await ask('Zahn, Anna 46')).toEqual([zahn, noted].sort());
    // Without such a case, and without a name before it, the word is the one for a tooth.
    expect(await ask('Zahn 46')).toEqual([zahn, berg, noted].sort());
    await set(zahn, { patient_last: 'Sommer' });
    expect(await ask('Anna Zahn 46')).toEqual([zahn, berg, noted].sort());
    expect(await find(people.stranger, 'Anna Zahn 46')).toEqual([]);
  });

  test('a number is also found before the Korean word that follows it, and a name before a number', async () => {
    const id = await order([], { note: '46번 치아가 깨졌어요' });
    await order([], { note: '46개' });
    for (const search of ['46번', '46', '46번 치아'])
      expect([search, await find(people.recipient, search)]).toEqual([search, [id]]);
    const palmer = await order([{ teeth: [16] }], { patient_last: 'Palmer' });
    await order([{ teeth: [16] }]);
    expect(await find(people.recipient, 'Palmer 16')).toEqual([palmer]);
  });

  test('a number of two digits is a whole number in any text, never the beginning of case numbers', async () => {
    const id = await order([], { note: 'Margin at 26, please' });
    await order([], { patient_last: '26er' });
    expect(await find(people.author, '26')).toEqual([id]);
    expect((await find(people.author, '2611')).length).toBe(2);
  });

  test('types and materials are found by their names in every language', async () => {
    const id = await order([{ type: 'telescopic_crown', material: 'zirconia', teeth: [11] }]);
    await order([{ type: 'inlay', material: 'gold', teeth: [11] }]);
    const foundIn = async (person: { id: number }, language: string, search: string) => {
      const query = new URLSearchParams({ search });
      const client = await t.as(person);
      const reply = await client.request('GET', `/v1/cases/?${query}`, undefined, {
        'accept-language': language,
      });
      return reply.json().posts.map((post: { id: number }) => post.id);
    };
    for (const search of ['teleskop', 'KRONE', 'zirkonox', 'crown', 'zirconia crown', '11 zirkon'])
      expect([search, await foundIn(people.recipient, 'de', search)]).toEqual([search, [id]]);
    for (const language of ['en', 'ko'])
      for (const search of ['teleskop', 'couronne téles', '지르', 'cyrkon'])
        expect([search, await foundIn(people.author, language, search)]).toEqual([search, [id]]);
    for (const search of ['crowns', 'Kronen', 'Teleskopkronen', 'couronnes', 'coronas', 'corone', 'korony'])
      expect([search, await foundIn(people.recipient, 'de', search)]).toEqual([search, [id]]);
    for (const search of ['crownsx', 'kronens'])
      expect([search, await foundIn(people.author, 'ko', search)]).toEqual([search, []]);
    expect(await placesIn(people.author, 'crowns')).toEqual([
      [{ word: 0, place: 'order', text: 'Telescopic crown 11 · Zirconia' }],
    ]);
    // Inside a word only in the reader's own language and English.
    expect(await foundIn(people.author, 'en', 'elesko')).toEqual([]);
    expect(await foundIn(people.author, 'de', 'elesko')).toEqual([id]);
    expect(await placesIn(people.author, 'teleskop')).toEqual([
      [{ word: 0, place: 'order', text: expect.stringMatching(/^Telescopic .* \(Teleskop/) }],
    ]);
    expect(await foundIn(people.author, 'ko', '지르')).toEqual([id]);
  });

  test('foreign names, tooth texts and shades are found until the order changes', async () => {
    const id = await order([
      {
        type: 'Sonderkrone',
        display_name: 'Spezialaufbau',
        material: 'Unobtanium',
        tooth_text: 'mesiodens',
        shade: 'A3.5',
      },
    ]);
    for (const search of ['sonderk', 'spezial', 'unobt', 'mesiod', 'a3.5'])
      expect([search, await find(people.author, search)]).toEqual([search, [id]]);
    await db
      .updateTable('restoration')
      .set({ tooth_text: '', teeth: [48] })
      .where('case_id', '=', id)
      .execute();
    expect(await find(people.author, 'mesiod')).toEqual([]);
    expect(await find(people.author, '48')).toEqual([id]);
    await db.updateTable('dental_case').set({ number_sys: 'Universal' }).where('id', '=', id).execute();
    expect(await find(people.author, '32')).toEqual([id]);
    await db.deleteFrom('restoration').where('case_id', '=', id).execute();
    expect(await find(people.author, '32')).toEqual([]);
  });

  test('orders from before the search knew them are added by housekeeping', async () => {
    const id = await order([{ teeth: [37] }]);
    await db.deleteFrom('case_search').where('comment_id', '=', -1).execute();
    expect(await find(people.author, '37')).toEqual([]);
    await fillOrderWords(t.services);
    expect(await find(people.author, '37')).toEqual([id]);
  });
});

describe('places', () => {
  test('each word that the names and numbers of a row do not show has one place, the latest comment last', async () => {
    const id = await order([{ teeth: [16], material: 'zirconia', shade: 'A2' }], {
      patient_last: 'Berg',
      note: `Please mind the contacts. ${'More text. '.repeat(30)}`,
    });
    await say(people.recipient, id, 'The margin is open');
    await say(people.author, id, 'The margin is closed');
    await db
      .updateTable('dental_case')
      .set({ assignee_id: people.recipientMate.id })
      .where('id', '=', id)
      .execute();
    expect(await placesIn(people.recipient, 'berg')).toEqual([[]]);
    expect(await placesIn(people.recipient, 'berg margin #3 contacts ron')).toEqual([
      [
        { word: 2, place: 'order', text: 'Crown 16 · Zirconia A2 (#3)' },
        { word: 3, place: 'note', text: expect.stringMatching(/^Please mind the contacts\. .*…$/) },
        { word: 4, place: 'assignee', text: 'Ron Mate' },
        { word: 1, place: 'comment', text: 'The margin is closed' },
      ],
    ]);
    expect(await placesIn(people.recipientMate, 'rita')).toEqual([
      [{ word: 0, place: 'person', text: expect.stringContaining('Rita Recipient') }],
    ]);
    expect((await list(people.recipient)).posts[0].found).toBeUndefined();
  });

  test('words are compared as the database compares them', async () => {
    const texts = [
      'Großkreutz',
      'ŁÓDŹ',
      'Ægir Œuvre Øre Đặng',
      'İPEK ıldız',
      '김민준 ㅋㅋ',
      'Ｓｃａｎ ﬁx',
      'Mül\u200bler',
      'naïve Þór',
      String.fromCharCode(...Array(127).keys()).slice(1),
    ];
    const { rows } = await sql<{ folded: string }>`
      select fold(text) as folded from unnest(${texts}::text[]) with ordinality as each (text, place) order by place
    `.execute(db);
    expect(texts.map(fold)).toEqual(rows.map(({ folded }) => folded));
    expect(searchWords('(Anna)')).toEqual(['Anna']);
  });
});
