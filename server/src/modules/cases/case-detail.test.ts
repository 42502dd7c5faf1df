import { describe, expect, test } from 'vitest';
import { createFileRow } from '../../testing/draft-forms.ts';
import { eventually } from '../../testing/eventually.ts';
import { createCase } from '../../testing/factories.ts';
import { auditOf, eventsOf, openTwoSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();

const waysTo = ({ id, no }: { id: number; no: string }) => [
  `/v1/cases/${id}/all/`,
  `/v1/cases/${id}/content/`,
  `/v1/cases/${no}/`,
  `/v1/cases/${id}/`,
];

test('case detail: 401 for guests, 404 for strangers and uninvolved partners, by id and by number', async () => {
  const dentalCase = await newCase();
  for (const way of waysTo(dentalCase)) {
    expect((await t.nobody.get(way)).statusCode).toBe(401);
    for (const person of [people.stranger, people.partner]) {
      expect((await (await t.as(person)).get(way)).statusCode).toBe(404);
    }
  }
  expect(await auditOf(t, dentalCase.id)).toEqual([]);
  expect(await eventsOf(t, dentalCase.id)).toEqual([]);
});

test('case detail: 404 for drafts, deleted cases and invalid ids', async () => {
  const author = await t.as(people.author);
  for (const way of waysTo(await newCase({ draft: true })))
    expect((await author.get(way)).statusCode).toBe(404);
  const gone = await newCase();
  await author.delete(`/v1/cases/${gone.id}/remove/`);
  for (const way of waysTo(gone)) expect((await author.get(way)).statusCode).toBe(404);
  for (const id of ['0', '-1', '1.5', 'abc', '9'.repeat(30)]) {
    expect((await author.get(`/v1/cases/${id}/all/`)).statusCode).toBe(404);
    expect((await author.get(`/v1/cases/${id}/`)).statusCode).toBe(404);
  }
});

test('both sides and their groups see the case, each with their own role', async () => {
  const dentalCase = await newCase();
  const file = { caseId: dentalCase.id, uploaderId: people.author.id, filename: 'scan.stl' };
  await createFileRow(t.services, file);
  const seen = [
    [people.author, 'AU'],
    [people.authorMate, 'SG'],
    [people.recipient, 'OT'],
    [people.recipientMate, 'OT'],
  ] as const;
  for (const [person, usertype] of seen) {
    const client = await t.as(person);
    for (const way of waysTo(dentalCase)) {
      const detail = (await client.get(way)).json();
      expect(detail).toMatchObject({ id: dentalCase.id, no: dentalCase.no, usertype, has_sharegroup: true });
    }
    expect((await client.get(`/v1/cases/${dentalCase.no.toLowerCase()}/`)).statusCode).toBe(200);
    const { files, comments } = (await client.get(`/v1/cases/${dentalCase.id}/all/`)).json();
    expect(files).toMatchObject([{ filename: 'scan.stl', uploader: person === people.author }]);
    expect(comments).toEqual([]);
  }
});

test('case detail as the author’s side sees it', async () => {
  const dentalCase = await newCase({ number_sys: 'Palmer' });
  const detail = (await (await t.as(people.author)).get(`/v1/cases/${dentalCase.id}/content/`)).json();
  expect(detail).toMatchObject({
    status: { code: 'OPEN', prev: null, str: 'Open' },
    actions: ['CLSD'],
    can_assign: false,
    del_enabled: true,
    author: { username: 'Ada Author', institution: 'Smile Clinic', is_deleted: false },
    to: { is: true, username: 'Rita Recipient', institution: 'Fine Lab', is_deleted: false },
    assignee: null,
    restorations: [
      {
        type: 'crown',
        displayName: 'Crown',
        tooth_no: 'tu3',
        number_sys: 'Palmer',
        teeth: [16],
        material: { code: 'zirconia', name: 'Zirconia' },
        shade: 'A2',
      },
    ],
  });
});

test('an order on milk teeth keeps the tooth numbers it was written in', async () => {
  const dentalCase = await newCase({ number_sys: 'Palmer' });
  await t.services.db
    .updateTable('restoration')
    .set({ teeth: [51] })
    .where('case_id', '=', dentalCase.id)
    .execute();
  for (const person of [people.author, people.recipient]) {
    const detail = (await (await t.as(person)).get(`/v1/cases/${dentalCase.id}/content/`)).json();
    expect(detail.number_sys).toBe('Palmer');
    expect(detail.restorations).toMatchObject([{ tooth_no: 'tu8', number_sys: 'Primary', teeth: [51] }]);
  }
});

test('somebody on both sides of a case acts for the nearer one', async () => {
  const own = await createCase(t.services, { author: people.author, recipient: people.authorMate });
  const side = async (person: { id: number }) =>
    (await (await t.as(person)).get(`/v1/cases/${own.id}/content/`)).json().usertype;
  expect(await side(people.author)).toBe('AU');
  expect(await side(people.authorMate)).toBe('OT');
  const { posts } = (await (await t.as(people.author)).get('/v1/cases/')).json();
  expect(posts.filter((post: { id: number }) => post.id === own.id)).toHaveLength(1);
});

test('a person who deleted their account is shown as unknown', async () => {
  const dentalCase = await createCase(t.services, { author: people.author });
  await t.services.db
    .updateTable('app_user')
    .set({ deleted_at: new Date() })
    .where('id', '=', dentalCase.recipient.id)
    .execute();
  const author = await t.as(people.author);
  expect((await author.get(`/v1/cases/${dentalCase.id}/content/`)).json().to).toMatchObject({
    username: '',
    institution: '',
    is_deleted: true,
  });
});

describe('opening', () => {
  const open = async (person: { id: number }, id: number) =>
    (await t.as(person)).post(`/v1/cases/${id}/opened/`);

  test('opening a case: 401 for guests, 404 for strangers, uninvolved partners and drafts', async () => {
    const { id } = await newCase();
    expect((await t.nobody.post(`/v1/cases/${id}/opened/`)).statusCode).toBe(401);
    for (const person of [people.stranger, people.partner])
      expect((await open(person, id)).statusCode).toBe(404);
    expect((await open(people.author, (await newCase({ draft: true })).id)).statusCode).toBe(404);
    expect(await eventsOf(t, id)).toEqual([]);
  });

  test('opening by the recipient’s side sets READ without moving the case up; a GET or the author’s side does not', async () => {
    const dentalCase = await newCase();
    const { id } = dentalCase;
    for (const way of waysTo(dentalCase)) await (await t.as(people.recipient)).get(way);
    for (const person of [people.author, people.authorMate])
      expect((await open(person, id)).json().status.code).toBe('OPEN');
    expect(await eventsOf(t, id)).toEqual([]);
    expect((await open(people.recipientMate, id)).json().status).toEqual({
      code: 'READ',
      prev: null,
      str: 'Open',
    });
    expect((await open(people.recipient, id)).json().status.code).toBe('READ');
    expect(await eventsOf(t, id)).toMatchObject([
      { name: 'post_status_modified', activity: null, actor_id: people.recipientMate.id },
    ]);
    const row = await t.services.db
      .selectFrom('dental_case')
      .select(['status', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'READ', updated_at: dentalCase.updated_at });
  });

  test('ten concurrent opens set READ once and never overwrite a later status', async () => {
    const { id } = await newCase();
    const replies = await Promise.all(Array.from({ length: 10 }, () => open(people.recipient, id)));
    for (const reply of replies) expect(reply.json().status.code).toBe('READ');
    expect(await eventsOf(t, id)).toHaveLength(1);
    const worked = await newCase({ status: 'PROC' });
    expect((await open(people.recipient, worked.id)).json().status.code).toBe('PROC');
  });
});

test('reads are in the audit log, at most once a minute per person and case', async () => {
  const dentalCase = await newCase({ status: 'PROC' });
  const lab = await t.as(people.recipient);
  for (const way of waysTo(dentalCase)) await lab.get(way);
  await (await t.as(people.author)).get(waysTo(dentalCase)[0] ?? '');
  await eventually(async () => {
    const entries = await auditOf(t, dentalCase.id);
    expect(entries.map((entry) => [entry.action, entry.user_id])).toEqual([
      ['case_read', people.recipient.id],
      ['case_read', people.author.id],
    ]);
  });
});
