import { standingAt } from '@cusp/dental/odontogram/standing-teeth';
import {
  dentitionOf,
  fdiOf,
  fdiToId,
  neighbourOf,
  PRIMARY_IDS,
  type ToothId,
  toothAt,
} from '@cusp/dental/teeth';
import { inChartOrder } from '@cusp/dental/tooth-lists';

/** The selected teeth with one added or removed, in chart order. */
export function withTooth(selected: readonly number[], fdi: number, chosen: boolean): number[] {
  return inChartOrder(chosen ? [...selected, fdi] : selected.filter((other) => other !== fdi));
}

/** The positions between two teeth along the arch, inclusive; only the last one if they are in different jaws. */
export function spanBetween(from: ToothId, to: ToothId): ToothId[] {
  const [a, b] = [toothAt(from), toothAt(to)];
  if (!a || !b || a.jaw !== b.jaw) return [to];
  const step = Math.sign(b.column - a.column);
  return Array.from({ length: Math.abs(b.column - a.column) + 1 }, (_, i) =>
    neighbourOf(from, i * step),
  ).flatMap((id) => id ?? []);
}

/**
 * The teeth of a chart between two teeth along the arch, inclusive. Where a primary tooth and its successor
 * share a place, the one of the target's dentition.
 */
export function teethBetween(teeth: readonly number[], from: number, to: number): number[] {
  const [a, b] = [fdiToId(from), fdiToId(to)];
  if (!a || !b) return [to];
  return spanBetween(a, b).map((id) => {
    if (id === b) return to;
    return id === a ? from : toothFor(teeth, id, to);
  });
}

/** The tooth of a chart at a position; where there are two, the one of the same dentition as `like`. */
export function toothFor(teeth: readonly number[], id: ToothId, like: number): number {
  const there = teeth.filter((fdi) => fdiToId(fdi) === id);
  return there.find((fdi) => dentitionOf(fdi) === dentitionOf(like)) ?? there[0] ?? fdiOf(id) ?? like;
}

/** The primary positions after swapping the given ones; adult molars stay. */
export function swapDentition(primary: ReadonlySet<ToothId>, ids: readonly ToothId[]): Set<ToothId> {
  const swappable = ids.filter((id) => PRIMARY_IDS.includes(id));
  const toPrimary = swappable.some((id) => !primary.has(id));
  const next = new Set(primary);
  for (const id of swappable) {
    if (toPrimary) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * The selection moved to the teeth now at its positions. At `fixed` positions an order determines the tooth, so viewing
 * another dentition does not change it.
 */
export function follow(
  selected: readonly number[],
  primary: ReadonlySet<ToothId>,
  fixed: ReadonlySet<ToothId>,
): number[] {
  return inChartOrder(
    selected.map((fdi) => {
      const id = fdiToId(fdi);
      return id && !fixed.has(id) ? standingAt(id, primary) : fdi;
    }),
  );
}

/** The positions of all primary teeth in a list of FDI numbers. */
export function primaryPositions(teeth: readonly number[]): Set<ToothId> {
  return new Set(teeth.flatMap((fdi) => (dentitionOf(fdi) === 'primary' ? (fdiToId(fdi) ?? []) : [])));
}

/** The usual mixed dentition of school children: permanent incisors and molars, the rest still primary. */
const MIXED_POSITIONS: readonly ToothId[] = PRIMARY_IDS.filter((id) => (toothAt(id)?.position ?? 0) >= 3);

export type ChartDentition = 'permanent' | 'mixed' | 'primary';

/** The dentition that a set of primary positions makes up. */
export function chartDentition(primary: ReadonlySet<ToothId>): ChartDentition {
  if (primary.size === 0) return 'permanent';
  return PRIMARY_IDS.every((id) => primary.has(id)) ? 'primary' : 'mixed';
}

/** The usual positions of primary teeth in a dentition. */
export function usualPositions(dentition: ChartDentition): Set<ToothId> {
  if (dentition === 'permanent') return new Set();
  return new Set(dentition === 'mixed' ? MIXED_POSITIONS : PRIMARY_IDS);
}
