import { GrowableFloats } from './growable-array.ts';
import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { TextCursor } from './text-cursor.ts';

/**
 * Whether the beginning reads as ASCII STL: no NUL byte, and `solid` or `facet` is among the first tokens after blank
 * lines and comments.
 */
export function looksLikeText(bytes: Uint8Array): boolean {
  const cursor = new TextCursor(bytes, 0, Math.min(bytes.length, 4096));
  cursor.skipMark();
  for (let i = 0; i < cursor.end; i++) if (bytes[i] === 0) return false;
  while (cursor.toToken()) {
    if (cursor.takeWord('solid') || cursor.takeWord('facet')) return true;
    if (!isComment(cursor)) return false;
    cursor.skipLine();
  }
  return false;
}

/** Reads ASCII STL: any number of solids, any letter case, blank lines and comments, facets without a normal. */
export function parseStlText(bytes: Uint8Array): Mesh {
  const cursor = new TextCursor(bytes);
  cursor.skipMark();
  // Programs write at least a few hundred bytes per facet.
  const out = new GrowableFloats(Math.ceil(bytes.length / 250) * 9);
  let inFacet = false;
  while (cursor.toToken()) {
    if (isComment(cursor)) cursor.skipLine();
    else if (cursor.takeWord('facet')) {
      readNormal(cursor);
      inFacet = true;
    } else if (cursor.takeWord('outer')) {
      if (!inFacet) throw new MeshError('syntax', 'loop outside a facet');
      readLoop(cursor, out);
    } else if (cursor.takeWord('endfacet')) inFacet = false;
    else if (inFacet) throw new MeshError('syntax', 'facet');
    // The names after these keywords may be any text, so the rest of the line is skipped.
    else cursor.skipLine();
  }
  if (inFacet) throw new MeshError('truncated', 'facet not closed');
  const positions = out.finish();
  return { positions, triangles: positions.length / 9, bounds: boundsOf(positions) };
}

/** Skips the normal, which is recomputed from the corners because writers put zeros and nan there. */
function readNormal(cursor: TextCursor): void {
  while (cursor.toToken()) {
    if (isComment(cursor)) cursor.skipLine();
    else if (startsWith(cursor, 'outer') || startsWith(cursor, 'endfacet')) return;
    else cursor.skipToken();
  }
}

function readLoop(cursor: TextCursor, out: GrowableFloats): void {
  if (cursor.toToken() && !cursor.takeWord('loop')) throw new MeshError('syntax', 'outer');
  let corners = 0;
  while (cursor.toToken()) {
    if (cursor.takeWord('vertex')) {
      if (++corners > 3) throw new MeshError('syntax', 'facet with more than three corners');
      const x = coordinate(cursor);
      const y = coordinate(cursor);
      const z = coordinate(cursor);
      out.push3(x, y, z);
    } else if (cursor.takeWord('endloop')) {
      if (corners !== 3) throw new MeshError('syntax', 'facet with fewer than three corners');
      return;
    } else if (isComment(cursor)) cursor.skipLine();
    else throw new MeshError('syntax', 'loop');
  }
  throw new MeshError('truncated', 'loop not closed');
}

function coordinate(cursor: TextCursor): number {
  if (!cursor.toToken()) throw new MeshError('truncated', 'vertex');
  return cursor.number();
}

function isComment(cursor: TextCursor): boolean {
  const byte = cursor.bytes[cursor.at];
  return byte === 35 || byte === 59 || byte === 33;
}

function startsWith(cursor: TextCursor, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    if (((cursor.bytes[cursor.at + i] ?? 0) | 32) !== word.charCodeAt(i)) return false;
  }
  return true;
}
