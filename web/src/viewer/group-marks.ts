/** Something that stands at a place of the picture, in CSS pixels from its upper left. */
export interface Mark {
  key: number;
  x: number;
  y: number;
}

/** Marks that would lie on one another; it stands where the first of them does. */
interface MarkGroup {
  keys: number[];
  x: number;
  y: number;
}

/**
 * Puts marks that are nearer to one another than `size` into one group, so that each can be met with a finger: no two
 * groups overlap as squares of that size. The first marks keep their places.
 */
export function groupMarks(marks: readonly Mark[], size: number): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const { key, x, y } of marks) {
    const near = groups.find((group) => Math.max(Math.abs(group.x - x), Math.abs(group.y - y)) < size);
    if (near) near.keys.push(key);
    else groups.push({ keys: [key], x, y });
  }
  return groups;
}
