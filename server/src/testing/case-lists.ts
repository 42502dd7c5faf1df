import { openFreshSides } from './two-sides.ts';

/** What test files about the list of cases begin with: both sides anew in each test, and the list as they ask for it. */
export async function openCaseLists() {
  const sides = await openFreshSides();
  const list = async (person: { id: number }, query: Record<string, string> = {}) =>
    (await (await sides.t.as(person)).get(`/v1/cases/?${new URLSearchParams(query)}`)).json();
  return {
    ...sides,
    list,
    idsIn: async (person: { id: number }, query: Record<string, string> = {}): Promise<number[]> =>
      (await list(person, query)).posts.map((post: { id: number }) => post.id),
    /** Writes columns of a case, as if they had come about. */
    set: (id: number, columns: object) =>
      sides.t.services.db.updateTable('dental_case').set(columns).where('id', '=', id).execute(),
  };
}
