import { STATUS_CODES } from '@cusp/dental/case-status';
import { expect, test } from 'vitest';
import { openCaseLists, VIEW_FILTERS } from '../../testing/case-lists.ts';
import { createCase } from '../../testing/factories.ts';

const { t, people, newCase, list, idsIn, set } = await openCaseLists();

const LABS = ['OPEN', 'READ', 'PROC', 'REOP'];

/** One case of each status, by status. */
async function oneOfEach(): Promise<Record<string, number>> {
  const cases: Record<string, number> = {};
  for (const status of STATUS_CODES) cases[status] = (await newCase({ status })).id;
  return cases;
}

test('an unknown side is refused', async () => {
  const reply = await (await t.as(people.author)).get('/v1/cases/?waits=everybody');
  expect(reply.statusCode).toBe(400);
});

test('a case waits for the lab until it is completed, then for its author, and closed for nobody, in every order', async () => {
  const cases = await oneOfEach();
  await set(Object.values(cases)[0] ?? 0, { delivery_date: '2026-12-01' });
  const labs = LABS.map((status) => cases[status]).sort();
  const authors = [cases.COMP];
  const sorts = ['updated desc', 'created desc', 'status asc', 'due asc'];
  const more: Record<string, string>[] = [
    {},
    { search: 'patient' },
    { restoration: 'crown' },
    { createDateFrom: '2020-01-01' },
  ];
  for (const sort of sorts)
    for (const others of more) {
      const seen = async (person: { id: number }, waits: string) => {
        const { posts, page } = await list(person, { sort, waits, ...others });
        expect(page.total_num).toBe(posts.length);
        return posts.map((post: { id: number }) => post.id).sort();
      };
      for (const person of [people.author, people.authorMate]) {
        expect(await seen(person, 'us')).toEqual(authors);
        expect(await seen(person, 'them')).toEqual(labs);
      }
      expect(await seen(people.recipientMate, 'us')).toEqual(labs);
      expect(await seen(people.recipient, 'them')).toEqual(authors);
      expect(await seen(people.stranger, 'us')).toEqual([]);
    }
});

test('together with statuses, due dates, unread comments and the calendar', async () => {
  const cases = await oneOfEach();
  const day = '2026-12-01';
  for (const id of Object.values(cases)) await set(id, { delivery_date: day });
  const us = (query: Record<string, string>) => idsIn(people.recipient, { waits: 'us', ...query });
  expect(await us({ status: 'Closed' })).toEqual([]);
  expect(await us({ status: 'Closed', sort: 'status asc', createDateFrom: '2020-01-01' })).toEqual([]);
  expect(await us({ status: 'InProgress,Closed' })).toEqual([cases.PROC]);
  expect(await us({ unreadCommentsOnly: 'true' })).toEqual([]);
  const client = await t.as(people.recipient);
  const reply = await client.get(`/v1/cases/days/?from=${day}&to=${day}&waits=us`);
  expect(reply.json().days[0].total).toBe(LABS.length);
});

test('a case between two people of one group is the author’s for both', async () => {
  const { id } = await createCase(t.services, {
    author: people.author,
    recipient: people.authorMate,
    status: 'PROC',
  });
  for (const person of [people.author, people.authorMate]) {
    expect(await idsIn(person, { waits: 'us' })).not.toContain(id);
    expect(await idsIn(person, { waits: 'them' })).toContain(id);
  }
});

test('a view that was saved before this filter is read without it', async () => {
  const client = await t.as(people.author);
  const { waits: _, ...old } = VIEW_FILTERS;
  const added = await client.post('/v1/user/views/', { name: 'Old', filters: old, is_shared: false });
  expect(added.statusCode).toBe(200);
  await t.services.db
    .updateTable('case_view')
    .set({ filters: JSON.stringify(old) })
    .where('id', '=', added.json().id)
    .execute();
  expect((await client.get('/v1/user/views/')).json().views[0].filters).toEqual(VIEW_FILTERS);
});
