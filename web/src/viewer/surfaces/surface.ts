import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { ScanId } from './places.ts';

/** A scan's triangles in the frame of the scans (millimetres), with the tree that finds them by place. */
export interface Surface {
  readonly id: ScanId;
  readonly geometry: BufferGeometry;
  readonly bvh: MeshBVH;
}

/**
 * Builds the tree, which puts the triangles of `indices` into its own order. Vertices keep theirs, so that what is
 * worked out for each vertex fits the scan as it is drawn.
 */
export function surfaceOf(id: ScanId, positions: Float32Array, indices: Uint32Array): Surface {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return { id, geometry, bvh: new MeshBVH(geometry) };
}
