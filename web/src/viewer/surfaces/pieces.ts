import { Groups } from './groups.ts';
import type { Surface } from './surface.ts';
import { topologyOf } from './topology.ts';

/** Which piece of a scan each of its triangles belongs to; those that share a vertex are of one piece. */
export function piecesOf(surface: Surface): (triangle: number) => number {
  const { indices, joined } = topologyOf(surface);
  const place = (corner: number) => joined[indices[corner] as number] as number;
  let pieces = known.get(surface);
  if (!pieces) {
    pieces = new Groups(joined.length);
    for (let corner = 0; corner < indices.length; corner += 3) {
      pieces.join(place(corner), place(corner + 1));
      pieces.join(place(corner), place(corner + 2));
    }
    known.set(surface, pieces);
  }
  const found = pieces;
  return (triangle) => found.of(place(triangle * 3));
}

/** Goes with the surface. */
const known = new WeakMap<Surface, Groups>();
