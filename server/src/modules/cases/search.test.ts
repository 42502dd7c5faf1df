import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { completeFields } from '../../testing/draft-forms.ts';
import { openFreshSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openFreshSides();

const ask = async (person: { id: number }, search: string) =>
  (await t.as(person)).get(`/v1/cases/?${new URLSearchParams({ search })}`);
const found = async (person: { id: number }, search: string): Promise<number[]> =>
  (await ask(person, search)).json().posts.map((post: { id: number }) => post.id);
const say = async (person: { id: number }, caseId: number, comment: string): Promise<number> =>
  (await (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, { comment })).json().id;

describe('refused', () => {
  test('search: 401 for guests, 400 for overlong words', async () => {
    expect((await t.nobody.get('/v1/cases/?search=zoe')).statusCode).toBe(401);
    const long = await ask(people.author, 'ł'.repeat(500));
    expect(long.statusCode).toBe(400);
    expect(JSON.stringify(long.json())).toContain('search');
    expect((await ask(people.author, 'a\u0000b')).statusCode).toBe(400);
  });

  test('strangers and partners of other cases find nothing, by patient or by comment', async () => {
    const { id } = await newCase({ patient_first: 'Zoë' });
    await say(people.recipient, id, 'Zirconia wanted');
    for (const search of ['zoe', 'zirconia', '%', '_', '']) {
      expect(await found(people.stranger, search)).toEqual([]);
      expect(await found(people.partner, search)).toEqual([]);
    }
  });

  test('somebody who left the group finds nothing any more', async () => {
    const { id } = await newCase();
    await say(people.recipient, id, 'Zirconia wanted');
    expect(await found(people.authorMate, 'zirconia')).toEqual([id]);
    await t.services.db.deleteFrom('group_member').where('user_id', '=', people.authorMate.id).execute();
    expect(await found(people.authorMate, 'zirconia')).toEqual([]);
  });
});

test('a Korean name that was sent with decomposed letters is found as people type it', async () => {
  const author = await t.as(people.author);
  const patient = { firstname: '민준', lastname: '김', sex: null, birthdate: null };
  const { firstname, lastname } = patient;
  const decomposed = { firstname: firstname.normalize('NFD'), lastname: lastname.normalize('NFD') };
  const fields = { ...completeFields(people.recipient.id), patient: { ...patient, ...decomposed } };
  const draft = (await author.post('/v1/drafts/', { key: randomUUID(), fields })).json();
  expect((await author.post(`/v1/drafts/${draft.id}/send/`, { version: draft.version })).statusCode).toBe(
    200,
  );
  for (const search of ['김민준', '민준 김', '김민', '김민준'.normalize('NFD')])
    expect([search, await found(people.recipient, search)]).toEqual([search, [draft.id]]);
});

describe('comments', () => {
  test('comments are found by both sides, by part of a word, without accents, only on their case', async () => {
    const { id } = await newCase();
    await newCase();
    await say(people.recipient, id, 'Die Präparationsgrenze ist unscharf.\nBitte neu scannen: 교합면 źle');
    for (const search of ['praparations', 'GRENZE', 'unscharf.', 'scannen', '교합', '합면', 'zle', 'źle']) {
      for (const person of [people.author, people.recipientMate]) {
        expect([search, await found(person, search)]).toEqual([search, [id]]);
      }
    }
  });

  test('a case is found once, however many of its comments match', async () => {
    const { id } = await newCase({ patient_first: 'Margin' });
    for (const text of ['margin one', 'margin two']) await say(people.author, id, text);
    expect(await found(people.recipient, 'margin')).toEqual([id]);
    expect((await ask(people.recipient, 'margin')).json().page.total_num).toBe(1);
  });

  test('several words may match in different places, but each must match', async () => {
    const { id } = await newCase({ patient_last: 'Żółkiewski' });
    await newCase({ patient_last: 'Żółkiewski' });
    await say(people.author, id, 'screw channel');
    await say(people.recipient, id, 'angulated');
    expect(await found(people.author, 'angul zolk screw')).toEqual([id]);
    expect(await found(people.author, 'angul zolk screw nowhere')).toEqual([]);
  });

  test('search accepts names as lists write them, and a sentence with its punctuation', async () => {
    const { id } = await newCase({ patient_first: 'Anna', patient_last: 'Berg' });
    await say(people.recipient, id, 'Shade A3.5 please');
    for (const search of [
      'Berg, Anna',
      'anna berg.',
      'please!',
      'shade: a3.5?',
      '"Anna Berg"',
      '„Berg“ (Anna)',
      'anna…',
      '… berg ...',
    ])
      expect(await found(people.author, search), search).toEqual([id]);
    for (const search of ['Berg, Bob', '…']) expect(await found(people.author, search)).toEqual([]);
  });

  test('an edited comment is found by its new words only, a deleted one not at all', async () => {
    const { id } = await newCase();
    const comment = await say(people.author, id, 'before');
    const client = await t.as(people.author);
    await client.put(`/v1/comments/${comment}/edit/`, { comment: 'afterwards' });
    expect(await found(people.recipient, 'before')).toEqual([]);
    expect(await found(people.recipient, 'afterwards')).toEqual([id]);
    await client.delete(`/v1/comments/${comment}/remove/`);
    expect(await found(people.recipient, 'afterwards')).toEqual([]);
  });

  test('a deleted case is found only by the side that still has its copy', async () => {
    const { id, no } = await newCase();
    await say(people.author, id, 'occlusion');
    await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
    for (const person of [people.author, people.authorMate])
      expect(await found(person, 'occlusion')).toEqual([]);
    for (const word of ['occlusion', no]) expect(await found(people.recipientMate, word)).toEqual([id]);
    await t.services.db
      .updateTable('dental_case')
      .set({ recipient_removed_at: new Date() })
      .where('id', '=', id)
      .execute();
    const rows = () =>
      t.services.db.selectFrom('case_search').select('case_id').where('case_id', '=', id).execute();
    expect(await rows()).toEqual([]);
    await t.services.db
      .updateTable('dental_case')
      .set({ author_removed_at: null, recipient_removed_at: null })
      .where('id', '=', id)
      .execute();
    expect(await found(people.recipient, 'occlusion')).toEqual([id]);
    expect(await found(people.recipient, no)).toEqual([id]);
  });
});

test('a Korean name is found in Korean order, family name first without a blank', async () => {
  const { id } = await newCase({ patient_first: '민수', patient_last: '이' });
  await newCase({ patient_first: 'Min-su', patient_last: 'Lee' });
  for (const search of ['이민수', '이민', '민수 이', '민수']) {
    expect([search, await found(people.recipient, search)]).toEqual([search, [id]]);
  }
});

test('search folds letters by each language’s own case and spelling rules', async () => {
  const german = await newCase({ patient_first: 'Änne', patient_last: 'Großkreutz' });
  const turkish = await newCase({ patient_first: 'İpek', patient_last: 'Yıldız' });
  for (const search of ['großkreutz', 'GROSSKREUTZ', 'GROẞKREUTZ', 'grosskreutz änne', 'ANNE'])
    expect([search, await found(people.recipient, search)]).toEqual([search, [german.id]]);
  for (const search of ['İPEK', 'ipek', 'IPEK', 'YILDIZ', 'yildiz', 'ıldız'])
    expect([search, await found(people.recipient, search)]).toEqual([search, [turkish.id]]);
});

test('a surname with an apostrophe is found without it, in any case and beside other words', async () => {
  const { id } = await newCase({ patient_first: 'Seán', patient_last: 'O’Neill' });
  const italian = await newCase({ patient_first: 'Lia', patient_last: "Dell'Acqua" });
  for (const search of ['oneill', 'ONEILL', 'sean oneill', 'oneil', 'onei'])
    expect([search, await found(people.recipient, search)]).toEqual([search, [id]]);
  expect(await found(people.recipient, 'lia dellacqua')).toEqual([italian.id]);
  const exact = await newCase({ patient_last: 'Oneill' });
  expect(await found(people.recipient, 'oneill')).toEqual([exact.id]);
  expect(await found(people.stranger, 'oneill')).toEqual([]);
});

test('a changed note or name of a sent case is found by its current text', async () => {
  const { id } = await newCase({ patient_last: 'Miller' });
  const change = { patient_last: 'Müller', note: 'Keep the incisal edge translucent' };
  await t.services.db.updateTable('dental_case').set(change).where('id', '=', id).execute();
  expect(await found(people.author, 'miller')).toEqual([]);
  expect(await found(people.author, 'muller translucent')).toEqual([id]);
});

test('a draft is not found before it is sent', async () => {
  const { id } = await newCase({ draft: true, patient_last: 'Unsent' });
  expect(await found(people.author, 'unsent')).toEqual([]);
  await t.services.db
    .updateTable('dental_case')
    .set({ published_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect(await found(people.author, 'unsent')).toEqual([id]);
});

test('a common word shows the first of very many cases, in every sort, each once', async () => {
  const MANY = 5200;
  const { author, recipient } = people;
  await sql`
    insert into dental_case (no, author_id, recipient_id, status, patient_last, published_at, updated_at)
    select ${author.id} || '-' || n, ${author.id}, ${recipient.id}, (array['OPEN', 'PROC', 'CLSD'])[1 + n % 3],
      'Common' || n, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${MANY}::int) as n
  `.execute(t.services.db);
  const page = async (query: Record<string, string>) => {
    const asked = new URLSearchParams({ search: 'common', num_per_page: '100', ...query });
    return (await (await t.as(recipient)).get(`/v1/cases/?${asked}`)).json();
  };
  const names = async (query: Record<string, string>) =>
    (await page(query)).posts.map((post: { case: { pat_lastname: string } }) => post.case.pat_lastname);
  const numbered = (from: number, to: number, step = 1) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => `Common${from + at * step}`);
  const all = await page({});
  expect(all.page).toMatchObject({ total_num: 5000, num_pages: 50 });
  expect(all.is_cut).toBe(true);
  expect(await names({})).toEqual(numbered(1, 100));
  expect(await names({ sort: 'created desc', page: '50' })).toEqual(numbered(4901, 5000));
  expect(await names({ page: '99' })).toEqual(numbered(4901, 5000));
  expect(await names({ sort: 'status asc' })).toEqual(numbered(3, 300, 3));
  // With another filter all cases are counted.
  const closed = await page({ status: 'Closed' });
  expect([closed.page.total_num, closed.is_cut]).toEqual([Math.floor(MANY / 3), undefined]);
  expect((await page({ search: 'common mmon51' })).page.total_num).toBe(100 + 10 + 1);
  // With many cases of one person, the list is walked.
  const pages: Record<string, string>[] = [
    {},
    { page: '2', sort: 'created desc' },
    { page: '3', sort: 'status asc' },
  ];
  for (const more of pages) {
    const theirs = await names({ search: '', uid: String(author.id), ...more });
    expect(theirs).toEqual(await names({ search: '', ...more }));
    expect(theirs).toHaveLength(100);
  }
  // Many cases for each word: only those of both are read.
  const total = async (search: string) => (await page({ search })).page.total_num;
  expect(await total('ommon12 mmon1')).toBe(100 + 10 + 1);
  expect(await total('ommon12 mon129')).toBe(10 + 1);
  expect(await total('ommon12 mmon13')).toBe(0);
  expect(await total('ommon12 nowhere')).toBe(0);
});

const NAMES = ['Łukasz Żółkiewski', '김서연', '이민수', 'Jean-François Lefèvre', 'O’Connor', 'Núñez 100%_\\'];

test('two Korean syllables or three letters of a name find the case, wherever they occur', async () => {
  const cases = new Map<string, number>();
  for (const name of NAMES) cases.set(name, (await newCase({ patient_first: '', patient_last: name })).id);
  const parts = fc.constantFrom(...NAMES).chain((name) => {
    const least = /\p{sc=Hangul}/u.test(name) ? 2 : 3;
    return fc
      .nat(name.length - least)
      .chain((from) =>
        fc
          .integer({ min: from + least, max: name.length })
          .map((to) => ({ name, part: name.slice(from, to) })),
      );
  });
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), async ({ name, part }, isUpper) => {
      // Shorter words match the beginning of words.
      fc.pre(
        part.split(' ').every((word) => word.length === 0 || word.length > 2 || /\p{sc=Hangul}/u.test(word)),
      );
      fc.pre(/[\p{L}\p{N}]/u.test(part));
      const ids = await found(people.author, isUpper ? part.toUpperCase() : part);
      expect(ids).toContain(cases.get(name));
    }),
    { numRuns: 60 },
  );
});

test('a Korean name is found while its next syllable is incomplete, and by its first letter', async () => {
  const { id } = await newCase({ patient_first: '민준', patient_last: '김' });
  const other = await newCase({ patient_first: '서연', patient_last: '이' });
  expect(await found(people.author, '김ㅁ')).toEqual([id]);
  expect(await found(people.author, '김미')).toEqual([id]);
  expect(await found(people.author, 'ㄱ')).toEqual([id]);
  await say(people.author, other.id, 'ㅋㅋㅋ Ｓｃａｎ');
  expect(await found(people.author, 'ㅋㅋㅋ')).toEqual([other.id]);
  expect(await found(people.author, 'scan')).toEqual([other.id]);
});

test('invisible characters hide no word, neither in the text nor in the query', async () => {
  const { id } = await newCase({ patient_last: 'Mül\u200bler' });
  await say(people.author, id, 'Zirkon\u00adkrone, \u202eglatt');
  for (const search of ['müller', 'muller', 'Zirkonkrone', 'glatt', 'Mül\u00adler', 'müller\tzirkon'])
    expect([search, await found(people.recipient, search)]).toEqual([search, [id]]);
});

test('no search text causes an error or false hits', async () => {
  await newCase({ patient_first: 'Anna' });
  const signs = fc.string({
    unit: fc.constantFrom('%', '_', '\\', "'", '"', ';', '-', '(', '|', '&', '!'),
    minLength: 1,
  });
  const texts = fc.oneof(fc.string({ maxLength: 200, unit: 'grapheme' }), signs);
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const reply = await ask(people.stranger, text);
      expect([200, 400]).toContain(reply.statusCode);
      if (reply.statusCode === 200) expect(reply.json().posts).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(await found(people.author, 'anna --')).toEqual([]);
  for (const text of ['%', '_', '--', '%%%', '___', '\\', "' or 1=1 --", 'ann_', 'a%a', 'anna\\']) {
    expect([text, await found(people.author, text)]).toEqual([text, []]);
  }
});
