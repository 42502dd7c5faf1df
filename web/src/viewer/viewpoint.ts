import type { PinView } from '@cusp/contract/pin';
import { Quaternion, Vector3 } from 'three';

/** How somebody looks at the scans; means the same in either projection and on every size of screen. */
export type Viewpoint = Omit<PinView, 'layers'>;

/** A viewpoint on the way from one to another, `share` 0 to 1; coming nearer by the same factor in every step. */
export function viewpointBetween(from: Viewpoint, to: Viewpoint, share: number): Viewpoint {
  const orientation = new Quaternion(...from.orientation).slerp(new Quaternion(...to.orientation), share);
  return {
    orientation: orientation.toArray(),
    target: new Vector3(...from.target).lerp(new Vector3(...to.target), share).toArray(),
    span: from.span * (to.span / from.span) ** share,
  };
}
