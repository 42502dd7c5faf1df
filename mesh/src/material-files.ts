import { keyOfPath, longestLine, nameText } from './file-key.ts';
import { formatOf } from './parse-mesh.ts';
import { lineText, TextCursor } from './text-cursor.ts';

/** Maximum number of material files of an OBJ; further names are ignored. */
const maxFiles = 16;

/**
 * Keys of the material files that an OBJ names with `mtllib`, in their order; empty for other formats. Only the last
 * segment of a path counts, so that it cannot point anywhere but beside the scan.
 */
export function materialFilesOf(bytes: Uint8Array, extension: string): string[] {
  const keys = new Set<string>();
  if (formatOf(bytes, extension) !== 'obj') return [];
  const cursor = new TextCursor(bytes);
  for (const at of linesWith(bytes)) {
    cursor.at = at;
    if (!cursor.takeWord('mtllib')) continue;
    for (const key of keysAt(bytes, cursor.at)) {
      if (keys.size === maxFiles) return [...keys];
      keys.add(key);
    }
  }
  return [...keys];
}

/** Offsets of lines that may begin with the statement, found by a fast search instead of reading every byte. */
function* linesWith(bytes: Uint8Array): Generator<number> {
  for (const letter of [109, 77]) {
    for (let at = bytes.indexOf(letter); at !== -1; at = bytes.indexOf(letter, at + 1))
      if (beginsLine(bytes, at)) yield at;
  }
}

function beginsLine(bytes: Uint8Array, place: number): boolean {
  let before = place - 1;
  while (bytes[before] === 32 || bytes[before] === 9) before--;
  const byte = bytes[before];
  return byte === undefined || byte === 10 || byte === 13 || (byte === 0xbf && before === 2);
}

/** Keys of one line. Names may contain blanks: each ends with its extension. */
const keysAt = (bytes: Uint8Array, at: number): string[] =>
  nameText(lineText(bytes, at, longestLine))
    .split(/(?<=\.mtl["']?)\s+/i)
    .flatMap((path) => keyOfPath(path, ['mtl']) ?? []);
