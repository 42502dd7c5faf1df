import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { parseHps } from './parse-hps.ts';
import type { Materials } from './parse-mtl.ts';
import { parseObj } from './parse-obj.ts';
import { parsePly } from './parse-ply.ts';
import { parseStl } from './parse-stl.ts';
import type { Pictures } from './picture.ts';
import { type MeshContent, sniffMesh } from './sniff-mesh.ts';

/** Files beside a scan that give it colours. */
export interface ColourSources {
  materials?: Materials;
  pictures?: Pictures;
}

/** Largest accepted file: 200 MiB. */
const largestMesh = 200 * 1024 * 1024;

/**
 * Reads a surface. The format is detected from the content; the extension only decides if the content is ambiguous.
 * `colours` colour an OBJ or a PLY.
 * @throws MeshError and nothing else.
 */
export function parseMesh(bytes: Uint8Array, extension: string, colours: ColourSources = {}): Mesh {
  if (bytes.length === 0) throw new MeshError('empty');
  if (bytes.length > largestMesh) throw new MeshError('too-large');
  if (sniffMesh(bytes, bytes.length, extension).isWide) throw new MeshError('encoding', 'utf-16');
  const format = formatOf(bytes, extension);
  if (format === 'dicom') throw new MeshError(format);
  if (format === 'hps') return extended(dropUnreferencedVertices(parseHps(bytes)));
  if (format === 'stl') return extended(parseStl(bytes));
  if (format === 'ply') return extended(dropUnreferencedVertices(parsePly(bytes, colours.pictures)));
  if (format === 'obj')
    return extended(dropUnreferencedVertices(parseObj(bytes, colours.materials, colours.pictures)));
  throw new MeshError('unknown-format');
}

/** Refuses a mesh whose triangles all are at one point. */
function extended(mesh: Mesh): Mesh {
  const { min, max } = mesh.bounds;
  const isSpot = mesh.triangles > 0 && max.every((value, axis) => value === min[axis]);
  if (isSpot) throw new MeshError('no-surface', 'one spot');
  return mesh;
}

/** The format that a file is read as. */
export function formatOf(bytes: Uint8Array, extension: string): MeshContent {
  const { content } = sniffMesh(bytes, bytes.length, extension);
  if (content !== 'unknown' && content !== 'xyz') return content;
  const named = extension.toLowerCase().replace(/^\./, '');
  return named === 'stl' || named === 'ply' || named === 'obj' ? named : content;
}

/** Removes vertices without triangles: distant points and lines would enlarge the bounding box of the surface. */
function dropUnreferencedVertices(mesh: Mesh): Mesh {
  const { positions, indices, colors, triangles } = mesh;
  if (!indices || triangles === 0) return mesh;
  const places = new Uint32Array(positions.length / 3);
  for (const vertex of indices) places[vertex] = 1;
  let kept = 0;
  // One-based, so that 0 means unused.
  for (let vertex = 0; vertex < places.length; vertex++) if (places[vertex] === 1) places[vertex] = ++kept;
  if (kept === places.length) return mesh;
  const out = new Float32Array(kept * 3);
  const outColors = colors && new Uint8Array(kept * 3);
  for (let vertex = 0; vertex < places.length; vertex++) {
    const to = (places[vertex] - 1) * 3;
    if (to < 0) continue;
    out.set(positions.subarray(vertex * 3, vertex * 3 + 3), to);
    if (colors) outColors?.set(colors.subarray(vertex * 3, vertex * 3 + 3), to);
  }
  for (let i = 0; i < indices.length; i++) indices[i] = places[indices[i]] - 1;
  return { ...mesh, positions: out, bounds: boundsOf(out), ...(outColors ? { colors: outColors } : {}) };
}
