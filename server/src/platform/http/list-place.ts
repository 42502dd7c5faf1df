/** A place in a list whose pages follow each other: microseconds since the Unix epoch, and the id of its row. */
export interface ListPlace {
  at: number;
  id: number;
}

/** The place as a page names it, such as `1795517580000000-801`. */
export const placeText = ({ at, id }: ListPlace): string => `${at}-${id}`;

/** Reads `placeText`; the contract has checked its form. */
export function placeOf(text: string): ListPlace {
  const [at, id] = text.split('-').map(Number);
  return { at: at ?? 0, id: id ?? 0 };
}
