import type { ViewFilters } from '@cusp/contract/case-views';
import { openFreshSides } from './two-sides.ts';

/** Set-up for tests of the list of cases: new people on both sides for each test, and helpers to query the list. */
export async function openCaseLists() {
  const sides = await openFreshSides();
  const list = async (person: { id: number }, query: Record<string, string> = {}) =>
    (await (await sides.t.as(person)).get(`/v1/cases/?${new URLSearchParams(query)}`)).json();
  return {
    ...sides,
    list,
    idsIn: async (person: { id: number }, query: Record<string, string> = {}): Promise<number[]> =>
      (await list(person, query)).posts.map((post: { id: number }) => post.id),
    /** Sets columns of a case directly. */
    set: (id: number, columns: object) =>
      sides.t.services.db.updateTable('dental_case').set(columns).where('id', '=', id).execute(),
  };
}

/** Filters of a saved view that exclude nothing. */
export const VIEW_FILTERS: ViewFilters = {
  status: [],
  unreadCommentsOnly: false,
  due: '',
  waits: '',
  assignee: '',
  restoration: '',
  material: '',
  createDateFrom: '',
  createDateTo: '',
  institution: 'All',
  person: 'All',
  userIds: [],
  orderBy: 'updated desc',
};
