import { fdiOf, TOOTH_IDS, type ToothId } from '../teeth.ts';

/** The FDI number drawn at a position, given the positions with a primary tooth. */
export function standingAt(id: ToothId, primary: ReadonlySet<ToothId>): number {
  return (primary.has(id) ? fdiOf(id, 'primary') : null) ?? fdiOf(id) ?? 0;
}

/**
 * The teeth on the chart: one at each of the 32 positions. A tooth with a restoration is always shown; if its position
 * holds the other dentition, both are shown, the permanent one first.
 */
export function standingTeeth(primary: ReadonlySet<ToothId>, restored: readonly number[]): number[] {
  const ordered = new Set<number | null>(restored);
  return TOOTH_IDS.flatMap((id) => {
    const both = [fdiOf(id), fdiOf(id, 'primary')].flatMap((fdi) => fdi ?? []);
    const shown = both.filter((fdi) => ordered.has(fdi));
    return shown.length > 0 ? shown : [standingAt(id, primary)];
  });
}
