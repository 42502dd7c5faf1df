import { formatOf } from './parse-mesh.ts';
import { lineText, TextCursor } from './text-cursor.ts';

/** What an OBJ may ask for; further names are passed over. */
const mostFiles = 16;
const longestName = 255;

/** What file names are compared by: their letters, whatever their case. */
export const materialFileKey = (filename: string): string => filename.normalize('NFC').toLowerCase();

/**
 * Keys of the material files that an OBJ asks for with `mtllib`, in their order; none for other formats. Only the last
 * part of a path is taken, so that nothing outside the files beside it can be meant.
 */
export function materialFilesOf(bytes: Uint8Array, extension: string): string[] {
  const keys = new Set<string>();
  if (formatOf(bytes, extension) !== 'obj') return [];
  const cursor = new TextCursor(bytes);
  for (const at of linesWith(bytes)) {
    cursor.at = at;
    if (!cursor.takeWord('mtllib')) continue;
    for (const name of namesAt(bytes, cursor.at)) {
      if (keys.size === mostFiles) return [...keys];
      keys.add(materialFileKey(name));
    }
  }
  return [...keys];
}

/** Places where a line may begin with the statement, found without going through every byte by hand. */
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

/** Names of one line. They may hold blanks: each ends with its extension. */
function namesAt(bytes: Uint8Array, at: number): string[] {
  return decoded(bytes.subarray(at, at + lineText(bytes, at, 4096).length))
    .split(/(?<=\.mtl["']?)\s+/i)
    .map((path) => (path.split(/[/\\]/).at(-1) ?? '').replaceAll(/["']/g, '').trim())
    .filter((name) => /.\.mtl$/i.test(name) && name.length <= longestName);
}

/** Names in UTF-8, or in the letters of Western Windows where they are none. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
