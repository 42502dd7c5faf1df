import type { Work } from '../../platform/work.ts';

/** One event for the cases of each audience: nobody hears of a case that was not theirs. */
export async function tellOfCases(
  work: Work,
  name: 'posts_deleted' | 'posts_restored',
  audiences: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const groups = Map.groupBy(audiences, ([, audience]) => audience.toSorted((a, b) => a - b).join());
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
