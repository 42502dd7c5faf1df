import { promisedTriangles } from './parse-stl.ts';

/** Number of triangles that a scan has, and that it declares. */
export interface CutOff {
  there: number;
  promised: number;
}

const headerBytes = 84;
const facetBytes = 50;
/** Maximum of the largest accepted file; a larger count cannot be a real file. */
const maxTriangles = 4_194_302;
/** Millimetres; larger coordinates belong to other data. */
const farthest = 1e6;
/** Number of facets that are checked. */
const looked = 200;

/**
 * Whether a file is a truncated binary STL, by its beginning and its size in bytes; null for all others. Its first
 * facets must be plausible, so that pictures and archives are not mistaken for one.
 */
export function truncatedStl(head: Uint8Array, totalSize: number): CutOff | null {
  const promised = promisedTriangles(head);
  const there = Math.floor((totalSize - headerBytes) / facetBytes);
  if (there < 1 || there >= promised || promised > maxTriangles) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const facets = Math.min(there, looked, Math.floor((head.length - headerBytes) / facetBytes));
  for (let facet = 0; facet < facets; facet++) {
    for (let value = 0; value < 12; value++) {
      const number = view.getFloat32(headerBytes + facet * facetBytes + value * 4, true);
      if (!(Math.abs(number) <= farthest)) return null;
    }
  }
  return facets > 0 ? { there, promised } : null;
}
