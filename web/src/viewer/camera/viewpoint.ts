import type { PinView } from '@cusp/contract/pin';
import { Quaternion, Vector3 } from 'three';

/** A view of the scans that is independent of projection and screen size. */
export type Viewpoint = Omit<PinView, 'layers'>;

/** A viewpoint between two others, `share` 0 to 1; each step zooms by the same factor. */
export function viewpointBetween(from: Viewpoint, to: Viewpoint, share: number): Viewpoint {
  const orientation = new Quaternion(...from.orientation).slerp(new Quaternion(...to.orientation), share);
  return {
    orientation: orientation.toArray(),
    target: new Vector3(...from.target).lerp(new Vector3(...to.target), share).toArray(),
    span: from.span * (to.span / from.span) ** share,
  };
}
