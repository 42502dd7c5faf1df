import { PAGE_SIZES } from '@cusp/contract/case-list.routes';
import { describe, expect, test } from 'vitest';
import { openCaseLists } from '../../testing/case-lists.ts';

const { people, newCase, list, idsIn, set } = await openCaseLists();

describe('pages', () => {
  const [CASES_PER_PAGE] = PAGE_SIZES;
  const TOTAL = 2 * CASES_PER_PAGE + 7;

  async function many(): Promise<number[]> {
    const made: number[] = [];
    for (let n = 0; n < TOTAL; n += 1) {
      const status = n % 3 === 0 ? 'PROC' : 'OPEN';
      const { id } = await newCase({ status });
      // Several share a timestamp, so the id breaks the tie.
      await set(id, { updated_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 4))) });
      made.push(id);
    }
    return made;
  }

  test('every case is on exactly one page, forwards and backwards, in each sort', async () => {
    const made = await many();
    const queries: Record<string, string>[] = [
      {},
      { sort: 'created desc' },
      { sort: 'status asc' },
      { search: 'smile' },
      { createDateFrom: '2020-01-01' },
    ];
    for (const query of queries) {
      const seen: number[] = [];
      for (const page of ['1', '2', '3']) seen.push(...(await idsIn(people.recipient, { ...query, page })));
      expect(seen.toSorted((a, b) => a - b)).toEqual(made.toSorted((a, b) => a - b));
    }
    expect(await idsIn(people.recipient)).toEqual(made.toReversed().slice(0, CASES_PER_PAGE));
    expect(await idsIn(people.recipient, { page: '3' })).toEqual(made.slice(0, 7).toReversed());
  });

  test('page size follows the user’s choice of the offered sizes', async () => {
    const made = await many();
    const likes = (num_per_page: string) => list(people.recipient, { num_per_page, page: '2' });
    expect((await likes('50')).page).toMatchObject({ num_per_page: 50, number: 2, num_pages: 2 });
    expect((await likes('50')).posts).toHaveLength(TOTAL - 50);
    expect((await likes('100')).posts.map((post: { id: number }) => post.id)).toEqual(made.toReversed());
    for (const none of ['1000', '0', 'all', '-1'])
      expect((await likes(none)).page.num_per_page).toBe(CASES_PER_PAGE);
  });

  test('paging block, and pages past the end', async () => {
    await many();
    const { page } = await list(people.recipient, { page: '3' });
    expect(page).toEqual({
      number: 3,
      num_per_page: CASES_PER_PAGE,
      total_num: TOTAL,
      num_pages: 3,
      has_previous: true,
      has_next: false,
      page_range: [1, 2, 3],
    });
    expect((await list(people.recipient, { page: '99' })).page.number).toBe(3);
    expect((await list(people.recipient, { page: '99', search: 'smile' })).page.number).toBe(3);
    expect((await list(people.recipient, { page: '99', search: 'smile' })).posts).toHaveLength(7);
    expect((await list(people.stranger, { page: '99' })).page).toMatchObject({ number: 1, total_num: 0 });
  });
});
