import type { Picture } from './picture.ts';

/** A picture from rows of colours, top row first. */
export function pictureOf(...rows: string[][]): Picture {
  const colours = rows.flat().map((text) => Number.parseInt(text, 16));
  const pixels = Uint8Array.from(colours.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255, 255]));
  return { width: rows[0]?.length ?? 0, height: rows.length, pixels };
}
