import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { distinctFaces } from './distinct-faces.ts';
import type { ScanId } from './places.ts';

/** A scan's triangles in the frame of the scans (millimetres), with their bounding volume hierarchy. */
export interface Surface {
  readonly id: ScanId;
  readonly geometry: BufferGeometry;
  readonly bvh: MeshBVH;
}

/**
 * Builds the BVH of the distinct triangles, which reorders those of `indices`. Vertices keep their order, so that values
 * per vertex match the drawn scan.
 */
export function surfaceOf(id: ScanId, positions: Float32Array, indices: Uint32Array): Surface {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(distinctFaces(positions, indices), 1));
  return { id, geometry, bvh: new MeshBVH(geometry) };
}
