import { Box3, Vector3 } from 'three';
import type { Surface } from './surface.ts';
import { facesAt, topologyOf } from './topology.ts';

/** A surface counts as closed up to this share of border edges. */
const closed = 0.005;
/** A surface counts as closed up to this ratio of the length of its area vector to its area. */
const balanced = 0.01;
/** An open jaw is inside out if it faces away from the other one by more than this (cosine). */
const turnedAway = -0.1;
/** Number of edges sampled to tell open from closed. */
const sampled = 3000;

/**
 * Whether the faces of a scan point inwards, as in some exports. A closed scan is judged by its volume. An open one
 * can only be judged with a known direction of the opposing jaw; else its faces are trusted.
 */
export function isInsideOut(surface: Surface, bitesTowards?: Vector3): boolean {
  const { faces, positions, indices } = topologyOf(surface);
  const centre = centreOf(surface);
  const sum = new Vector3();
  const face = new Vector3();
  const corner = new Vector3();
  let [volume, area] = [0, 0];
  for (let i = 0; i < faces.length; i += 3) {
    face.fromArray(faces, i);
    sum.add(face);
    area += face.length();
    volume += corner
      .fromArray(positions, indices[i] * 3)
      .sub(centre)
      .dot(face);
  }
  if (area === 0) return false;
  if (sum.length() / area < balanced && rimShare(surface) < closed) return volume < 0;
  return bitesTowards !== undefined && sum.dot(bitesTowards) / area < turnedAway;
}

/** The centre of a surface's bounding box. */
export function centreOf({ bvh }: Surface): Vector3 {
  return bvh.getBoundingBox(new Box3()).getCenter(new Vector3());
}

function rimShare(surface: Surface): number {
  const topology = topologyOf(surface);
  const { indices, joined } = topology;
  const count = indices.length / 3;
  const step = Math.max(1, Math.floor(count / sampled));
  let [rim, edges] = [0, 0];
  for (let face = 0; face < count; face += step) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [indices[face * 3 + k], indices[face * 3 + ((k + 1) % 3)]] as [number, number];
      edges++;
      if (facesAt(topology, joined[a], joined[b]).length < 2) rim++;
    }
  }
  return edges > 0 ? rim / edges : 1;
}
