import type { Orientation } from '@cusp/contract/orientation';
import { type Found, headAndFront, patientSides, type SidedScan } from '@cusp/mesh/arch/patient-sides';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Jaw } from './plan-scene.ts';

/** Sides of the patient: left, right, head, foot, anterior (front), posterior (back). */
export type Side = 'L' | 'R' | 'H' | 'F' | 'A' | 'P';

export const sides: readonly Side[] = ['L', 'R', 'H', 'F', 'A', 'P'];

/** The directions of the patient's sides in the frame of the scans. Unit vectors, left = head × front. */
export interface Anatomy {
  left: Vector3;
  head: Vector3;
  front: Vector3;
  /**
   * `found` (by shape) and `marked` (by a person) are certain enough to label sides. `unsure`, and `contradiction`
   * for jaws with different orientations, only decide the first view.
   */
  source: 'found' | 'marked' | 'unsure' | 'contradiction';
}

/** The patient's sides, from a person's mark and the shape of the scans. */
export function anatomyOf(scans: readonly SidedScan[], mark: Orientation | null): Anatomy {
  const found = patientSides(scans, mark);
  if (isSides(found)) return anatomy(found, found.isMarked ? 'marked' : 'found');
  return anatomy(likely(scans), found ?? 'unsure');
}

/** Whether sides may be labelled. */
export const isSure = ({ source }: Anatomy): boolean => source === 'found' || source === 'marked';

const isSides = (found: Found) => found !== undefined && found !== 'contradiction';

/**
 * The best guess without certainty: by an arch that may be reversed, else by the orientation of most scanners. The arch
 * does not depend on which scan was loaded first, so that the preview and each opening begin with the same view.
 */
function likely(scans: readonly SidedScan[]) {
  const [scan] = scans.filter(({ arch, isShown }) => arch && isShown).sort((a, b) => trust(b) - trust(a));
  return scan?.arch ? headAndFront(scan.arch, scan.jaw ?? 'lower') : { head: [0, 0, 1], front: [0, -1, 0] };
}

/** Priority of the arch of a scan: first a sure bite, then the lower jaw. */
const trust = ({ arch, jaw }: SidedScan): number => (arch?.isBiteSure ? 2 : 0) + (jaw === 'lower' ? 1 : 0);

function anatomy(
  sides: { head: readonly number[]; front: readonly number[] },
  source: Anatomy['source'],
): Anatomy {
  const head = new Vector3().fromArray([...sides.head]).normalize();
  const front = new Vector3().fromArray([...sides.front]);
  front.addScaledVector(head, -front.dot(head)).normalize();
  return { head, front, left: head.clone().cross(front), source };
}

/** Compares head and front; left follows from them. */
export const isSameAnatomy = (one: Anatomy, other: Anatomy): boolean =>
  one.source === other.source && one.head.equals(other.head) && one.front.equals(other.front);

/** The camera orientation for a view of one side of the patient. */
export function lookAt(
  side: Side,
  { left, head, front }: Pick<Anatomy, 'left' | 'head' | 'front'>,
): Quaternion {
  const towards: Record<Side, Vector3> = {
    L: left,
    R: left.clone().negate(),
    H: head,
    F: head.clone().negate(),
    A: front,
    P: front.clone().negate(),
  };
  const back = towards[side];
  const up = side === 'H' ? front.clone().negate() : side === 'F' ? front : head;
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(up.clone().cross(back), up, back));
}

/** Below this share of its length, the visible width looks like a line. */
const line = 0.01;

/**
 * The side of the first view: the front for both jaws, the occlusal side for a single one, and another side if a flat
 * scan would be seen edge-on. Points are x, y, z after one another.
 */
export function firstSide(jaws: ReadonlySet<Jaw>, points: Float32Array, anatomy: Anatomy): Side {
  const usual = jaws.size !== 1 ? 'A' : jaws.has('lower') ? 'H' : 'F';
  const left = extent(points, anatomy.left);
  const head = extent(points, anatomy.head);
  const front = extent(points, anatomy.front);
  const occlusal = Math.min(left, front);
  const widths = { A: Math.min(left, head), H: occlusal, F: occlusal, L: Math.min(head, front) };
  const least = line * Math.max(left, head, front);
  return ([usual, 'A', 'H', 'L'] as const).find((side) => widths[side] > least) ?? usual;
}

/** How far points reach along a direction. */
function extent(points: Float32Array, direction: Vector3): number {
  const point = new Vector3();
  let [lowest, highest] = [Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const along = point.fromArray(points, i).dot(direction);
    lowest = Math.min(lowest, along);
    highest = Math.max(highest, along);
  }
  return highest - lowest;
}
