import type { CountedPage } from '@cusp/contract/staff-lists';
import type { StaffCase } from '@cusp/contract/staff-parties';
import { describe, expect, test } from 'vitest';
import { createCase, createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));

type List = { cases: StaffCase[]; connection: { id: number } | null; page: CountedPage };
const list = async (query = '') => (await staff.get(`/v1/cs/cases/?${query}`)).json<List>();
const search = (text: string) => list(`search=${encodeURIComponent(text)}`);
const numbers = ({ cases }: List) => cases.map(({ no }) => no);

const anna = await createUser(t.services, {
  first_name: 'Änna',
  last_name: "O'Berg",
  institution: 'Praxis am Ring',
  email: 'anna-parties@cusp.example',
  email_key: 'anna-parties@cusp.example',
});
const marco = await createLabUser(t.services, {
  first_name: '민수',
  last_name: '김',
  institution: 'Zirkon Labor',
});

const remove = (id: number, ...sides: ('author' | 'recipient')[]) =>
  db
    .updateTable('dental_case')
    .set(Object.fromEntries(sides.map((side) => [`${side}_removed_at`, new Date()])))
    .where('id', '=', id)
    .execute();

describe('refused', () => {
  test('a connection that is no id is bad input', async () => {
    const blank = await staff.get('/v1/cs/cases/?search=&connId=&sort=&page=');
    expect(blank.statusCode, blank.body).toBe(200);
    expect(blank.json()).toMatchObject({ connection: null, page: { number: 1 } });
    for (const connId of ['all', '-1', '1.5', '9'.repeat(30)])
      expect((await staff.get(`/v1/cs/cases/?connId=${connId}`)).statusCode).toBe(400);
  });

  test('other staff, and customers who are parties of a case, get 403', async () => {
    for (const flag of ['is_device_manager', 'is_sales_manager', 'is_device_user_viewer'])
      expect(
        (await (await t.asStaff(await createUser(t.services, { [flag]: true }))).get('/v1/cs/cases/'))
          .statusCode,
      ).toBe(403);
    expect((await (await t.as(anna)).get('/v1/cs/cases/')).statusCode).toBe(403);
  });
});

describe('nothing about patients', () => {
  const secret = 'Xylophina';
  const sensitive = {
    patient_first: secret,
    patient_last: 'Quartzmann',
    patient_birth: '1971-02-03',
    note: 'Bruxism note',
  };

  test('neither the name, birth date or note of a patient, nor a file name or comment is in the reply', async () => {
    const { id, no } = await createCase(t.services, { author: anna, recipient: marco });
    await db.updateTable('dental_case').set(sensitive).where('id', '=', id).execute();
    await db
      .insertInto('case_comment')
      .values({ case_id: id, author_id: anna.id, body: 'Comment about Quartzmann', deleted_at: null })
      .execute();
    await addFile(id, 'quartzmann-upper.stl', 2048);
    const reply = await staff.get(`/v1/cs/cases/?search=${no}`);
    expect(reply.json<List>().cases).toMatchObject([
      { no, comments: 1, files: 1, size: 2048, restorations: 1 },
    ]);
    for (const word of [secret, 'Quartzmann', '1971', 'Bruxism', 'Comment about', 'quartzmann-upper'])
      expect(reply.body).not.toContain(word);
  });

  test('a search finds no case by its patient, note, comment or file', async () => {
    for (const text of [
      secret,
      'Quartzmann',
      '1971-02-03',
      'Bruxism',
      'Comment',
      'quartzmann-upper.stl',
      `Änna ${secret}`,
    ]) {
      const found = await search(text);
      expect([text, found.cases, found.page.count]).toEqual([text, [], 0]);
    }
  });

  test('a case cannot be sorted by its patient', async () => {
    const plain = await list();
    for (const column of ['patient_last', 'patient_first', 'patient_birth', 'note', 'name'])
      expect(await list(`sort=${column}+asc`)).toEqual(plain);
  });
});

describe('the list', () => {
  test('the list counts sent cases until both sides have deleted their copies', async () => {
    const before = (await list()).page.count;
    const sent = await createCase(t.services, { author: anna, recipient: marco });
    await createCase(t.services, { author: anna, recipient: marco, draft: true });
    const one = await createCase(t.services, { author: anna, recipient: marco });
    const both = await createCase(t.services, { author: anna, recipient: marco });
    await remove(one.id, 'author');
    await remove(both.id, 'author');
    await remove(both.id, 'recipient');
    expect((await list()).page.count - before).toBe(2);
    const shown = numbers(await list('num_per_page=100'));
    expect(shown).toContain(sent.no);
    expect(shown).toContain(one.no);
    expect(shown).not.toContain(both.no);
    await db.updateTable('dental_case').set({ status: 'COMP' }).where('id', '=', sent.id).execute();
    expect((await list()).page.count - before).toBe(2);
    await db
      .updateTable('dental_case')
      .set({ recipient_removed_at: null })
      .where('id', '=', both.id)
      .execute();
    expect((await list()).page.count - before).toBe(3);
  });

  test('the list is sorted by each column both ways, and pages from both ends agree', async () => {
    for (const status of ['COMP', 'OPEN', 'PROC'] as const)
      await createCase(t.services, { author: anna, recipient: marco, status });
    for (const column of ['no', 'status', 'sent', 'updated']) {
      const up = numbers(await list(`num_per_page=100&sort=${column}+asc`));
      expect(numbers(await list(`num_per_page=100&sort=${column}+desc`))).toEqual(up.toReversed());
      const single: string[] = [];
      for (let page = 1; page <= up.length; page += 1)
        single.push(...numbers(await list(`num_per_page=1&sort=${column}+asc&page=${page}`)));
      expect(single).toEqual(up);
    }
    expect(numbers(await list('sort=no+asc&num_per_page=100'))).toEqual(
      numbers(await list('num_per_page=100')).sort(),
    );
    expect(await list()).toEqual(await list('sort=sent+desc'));
  });

  test('the list finds a case by the beginning of its number and by its current parties, regardless of deleted copies', async () => {
    const author = await createUser(t.services, { last_name: 'Findable', institution: 'Old Practice' });
    const kept = await createCase(t.services, { author, recipient: marco });
    const authors = await createCase(t.services, { author, recipient: marco });
    const recipients = await createCase(t.services, { author: marco, recipient: author });
    await remove(authors.id, 'author');
    await remove(recipients.id, 'recipient');
    const all = [kept.no, authors.no, recipients.no].sort();
    expect(numbers(await search(kept.no.toLowerCase()))).toEqual([kept.no]);
    expect(numbers(await search(kept.no.slice(0, 10)))).toContain(kept.no);
    expect(numbers(await search(kept.no.slice(2)))).toEqual([]);
    for (const text of ['findable', 'FINDABLE zirkon', '김민수 findable', author.email])
      expect(numbers(await search(text)).sort()).toEqual(all);
    expect(numbers(await search('findable "anna'))).toEqual([]);
    const long = 'find finda findab findabl findable old prac zirkon ';
    expect(numbers(await search(`${long} labor`)).sort()).toEqual(all);
    expect(numbers(await search(`${long} nobody`))).toEqual([]);
    expect(numbers(await search('find%'))).toEqual([]);
    await db.updateTable('app_user').set({ last_name: 'Renamed' }).where('id', '=', author.id).execute();
    expect(numbers(await search('findable'))).toEqual([]);
    expect(numbers(await search('renamed')).sort()).toEqual(all);
    await createCase(t.services, { author: anna, recipient: marco });
    expect((await search("o'berg anna-parties@")).page.count).toBeGreaterThan(0);
  });

  test('the list shows a deleted person as unknown, whom no search finds', async () => {
    const gone = await createUser(t.services, { last_name: 'Vanished' });
    const { no } = await createCase(t.services, { author: gone, recipient: marco });
    await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    expect((await search('vanished')).cases).toEqual([]);
    const [shown] = (await search(no)).cases;
    expect(shown?.author).toEqual({
      id: gone.id,
      name: '',
      institution: '',
      email: '',
      country: '',
      is_unknown: true,
    });
  });
});

describe('cases of one connection', () => {
  test('cases of one connection are those between its two people in either direction, and the reading is audited', async () => {
    const [clinic, lab] = [await createUser(t.services), await createLabUser(t.services)];
    const { id } = await createConnection(t.services, clinic, lab);
    const there = await createCase(t.services, { author: clinic, recipient: lab });
    const back = await createCase(t.services, { author: lab, recipient: clinic });
    await createCase(t.services, { author: clinic, recipient: marco });
    await createCase(t.services, { author: anna, recipient: lab });
    const found = await list(`connId=${id}`);
    expect(numbers(found)).toEqual([back.no, there.no]);
    expect(found.page.count).toBe(2);
    expect(found.connection).toMatchObject({ id, owner: { id: clinic.id }, user: { id: lab.id } });
    expect(numbers(await list(`connId=${id}&search=${there.no}`))).toEqual([there.no]);
    const logged = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'sensitive_read')
      .where('object_type', '=', 'connection')
      .where('object_id', '=', id)
      .execute();
    expect(logged.map(({ detail }) => detail)).toEqual([{ hits: 2 }, { hits: 1 }]);
  });

  test('an unknown connection, or one without an account on one side, has no cases', async () => {
    const { id } = await createConnection(t.services, anna, await createLabUser(t.services));
    await db.updateTable('connection').set({ user_id: null, status: 'REQD' }).where('id', '=', id).execute();
    expect(await list(`connId=${id}`)).toMatchObject({ cases: [], page: { count: 0 }, connection: { id } });
    expect(await list('connId=999999999')).toMatchObject({ cases: [], page: { count: 0 }, connection: null });
  });
});

async function addFile(caseId: number, filename: string, size: number): Promise<void> {
  await db
    .insertInto('case_file')
    .values({
      case_id: caseId,
      uploader_id: anna.id,
      filename,
      size,
      sha256: '0'.repeat(64),
      storage_key: `cases/${caseId}/${filename}`,
      media_type: 'model/stl',
      announced_at: new Date(),
      deleted_at: null,
    })
    .execute();
}
