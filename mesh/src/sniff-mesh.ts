import { MeshError } from './mesh.ts';
import { promisedTriangles } from './parse-stl.ts';
import { looksLikeText } from './parse-stl-text.ts';
import { TextCursor } from './text-cursor.ts';
import { utf16ToLatin1 } from './utf16.ts';

/** Format of a file by its content, whatever its name. */
export type MeshContent = 'stl' | 'ply' | 'obj' | 'xyz' | 'hps' | 'dicom' | 'unknown';

interface Sniffed {
  content: MeshContent;
  /** Whether it is UTF-16 text, which is reported and not read. */
  isWide: boolean;
  /** Whether the content matches the extension. */
  agrees: boolean;
}

/** Bytes from the beginning of a file that {@link sniffMesh} needs. */
export const sniffedBytes = 64 * 1024;

/**
 * Detects the format of a file from its first 64 KiB and its total size, and whether it matches the extension (with or
 * without the dot, any letter case). Cheap: it trusts no declared count and does not read the file completely. `hps` is
 * the packed scan of 3Shape, which often is named `.dcm` but is not DICOM.
 */
export function sniffMesh(head: Uint8Array, totalSize: number, extension: string): Sniffed {
  const seen = head.subarray(0, sniffedBytes);
  const plain = contentOf(seen, totalSize);
  const content = plain === 'unknown' ? contentOf(utf16ToLatin1(seen), totalSize) : plain;
  return {
    content,
    isWide: content !== plain,
    agrees: content === extension.toLowerCase().replace(/^\./, ''),
  };
}

function contentOf(head: Uint8Array, totalSize: number): MeshContent {
  if (['ply\n', 'ply\r', 'ply '].some((mark) => startsWith(head, mark))) return 'ply';
  if (startsWith(head.subarray(128), 'DICM')) return 'dicom';
  if (totalSize >= 84 && head.length >= 84 && totalSize === 84 + 50 * promisedTriangles(head)) return 'stl';
  if (looksLikeText(head)) return 'stl';
  if (includes(head.subarray(0, 512), '<HPS')) return 'hps';
  if (head.subarray(0, 4096).includes(0)) return paddedStl(head, totalSize) ? 'stl' : 'unknown';
  return textContent(head);
}

/** A binary STL with extra bytes after its triangles, which some writers leave. */
function paddedStl(head: Uint8Array, totalSize: number): boolean {
  const promised = promisedTriangles(head);
  const needed = 84 + 50 * promised;
  return promised > 0 && totalSize >= needed && totalSize - needed < 4096;
}

/**
 * OBJ if a vertex, normal or texture coordinate is among the first lines, ignoring comments; points if lines begin with
 * three numbers.
 */
function textContent(head: Uint8Array): MeshContent {
  const cursor = new TextCursor(head);
  cursor.skipMark();
  for (let line = 0; line < 4000 && cursor.toToken(); ) {
    if (head[cursor.at] !== 35) line++;
    if (cursor.takeWord('v')) return hasNumbers(cursor, 3) ? 'obj' : 'unknown';
    // Some writers put all normals or texture coordinates before the first vertex.
    if (cursor.takeWord('vn') && hasNumbers(cursor, 3)) return 'obj';
    if (cursor.takeWord('vt') && hasNumbers(cursor, 2)) return 'obj';
    if (hasNumbers(cursor, 3)) return 'xyz';
    cursor.skipLine();
  }
  return 'unknown';
}

function hasNumbers(cursor: TextCursor, count: number): boolean {
  const start = cursor.at;
  try {
    for (let i = 0; i < count; i++) {
      if (!cursor.toTokenInLine()) return false;
      cursor.number();
      if (cursor.bytes[cursor.at] === 44 || cursor.bytes[cursor.at] === 59) cursor.at++;
    }
    return true;
  } catch (error) {
    // A coordinate that is nan still identifies the format.
    if (error instanceof MeshError) return error.code === 'not-finite';
    throw error;
  } finally {
    cursor.at = start;
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && [...text].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

function includes(bytes: Uint8Array, text: string): boolean {
  for (let i = 0; i + text.length <= bytes.length; i++) if (startsWith(bytes.subarray(i), text)) return true;
  return false;
}
