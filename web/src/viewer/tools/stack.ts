/** Words that want to stand over a place. All in CSS pixels. */
export interface Wish {
  /** The place that they are about. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of the canvas; `low` is its lower edge. */
export interface Part {
  left: number;
  top: number;
  right: number;
  low: number;
}

/** Pixels between the words and their place, and between one and another. */
const rise = 12;
const gap = 4;

/**
 * The upper left corner of each: over its place, or as near above or below it as the earlier ones and `others`
 * leave room. Sideways they stay within the width, over or under their place still.
 */
export function stacked(
  wishes: readonly Wish[],
  width: number,
  others: readonly Part[] = [],
): { left: number; top: number }[] {
  const taken = [...others];
  return wishes.map((wish) => {
    const left = Math.max(0, Math.min(width - wish.width, wish.x - wish.width / 2));
    const right = left + wish.width;
    const beside = taken.filter((each) => each.left < right + gap && each.right + gap > left);
    const isFree = (top: number) =>
      beside.every(({ top: high, low }) => top >= low + gap || top + wish.height + gap <= high);
    const over = wish.y - rise - wish.height;
    // Right against what is in the way, or on the other side of the place: nowhere else can be nearer.
    const tops = beside.flatMap(({ top: high, low }) => [high - gap - wish.height, low + gap]);
    const top = [over, wish.y + rise, ...tops]
      .filter(isFree)
      .reduce((best, each) => (Math.abs(each - over) < Math.abs(best - over) ? each : best), Infinity);
    taken.push({ left, right, top, low: top + wish.height });
    return { left, top };
  });
}
