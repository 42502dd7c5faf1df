import { fdiOf, fdiToId, TOOTH_IDS, type ToothId } from '../teeth.ts';

/** The FDI number that stands at a position, given which positions hold a primary tooth. */
export function standingAt(id: ToothId, primary: ReadonlySet<ToothId>): number {
  return (primary.has(id) ? fdiOf(id, 'primary') : null) ?? fdiOf(id) ?? 0;
}

/** The 32 teeth on the chart. A tooth with a restoration is always shown, whatever the positions say. */
export function standingTeeth(primary: ReadonlySet<ToothId>, restored: readonly number[]): number[] {
  const forced = new Map(restored.map((fdi) => [fdiToId(fdi), fdi]));
  return TOOTH_IDS.map((id) => forced.get(id) ?? standingAt(id, primary));
}
