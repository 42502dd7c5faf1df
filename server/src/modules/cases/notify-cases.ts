import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import type { Audiences } from '../case-access/visible-cases.sql.ts';

/** Sends one event per audience, so that people do not receive ids of cases they cannot see. */
export async function notifyCases(
  work: Work<Doer>,
  name: 'posts_deleted' | 'copy_deleted' | 'posts_restored',
  audiences: Audiences,
): Promise<void> {
  const reached = [...audiences].filter(([, audience]) => audience.length > 0);
  const groups = Map.groupBy(reached, ([, audience]) => audience.toSorted((a, b) => a - b).join());
  for (const [first, ...rest] of groups.values()) {
    if (!first) continue;
    const [caseId, audience] = first;
    await work.record({
      name,
      ...(rest.length === 0 ? { caseId } : {}),
      audience: [...audience],
      ids: { cases: [caseId, ...rest.map(([id]) => id)] },
    });
  }
}

/** For each case, the people in `others` who are not in its audience. */
export const withoutPeopleOf = (audiences: Audiences, others: Audiences): Audiences =>
  new Map(
    [...audiences].map(([id, people]) => {
      const stay = new Set(others.get(id));
      return [id, people.filter((person) => !stay.has(person))];
    }),
  );
