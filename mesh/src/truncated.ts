import { promisedTriangles } from './parse-stl.ts';

/** How many triangles of a scan are there, and how many it says it has. */
export interface CutOff {
  there: number;
  promised: number;
}

const headerBytes = 84;
const facetBytes = 50;
/** More than the largest file that is taken can hold: whoever promises more is no scan. */
const mostTriangles = 4_194_302;
/** Millimetres; facets further off are bytes of something else. */
const farthest = 1e6;
/** Facets that are looked at. */
const looked = 200;

/**
 * Whether a file is a binary STL that was cut off, by its beginning and its size in bytes; null for all others. Its
 * first facets have to be ones, so that pictures and archives are not taken for it.
 */
export function truncatedStl(head: Uint8Array, totalSize: number): CutOff | null {
  const promised = promisedTriangles(head);
  const there = Math.floor((totalSize - headerBytes) / facetBytes);
  if (there < 1 || there >= promised || promised > mostTriangles) return null;
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
