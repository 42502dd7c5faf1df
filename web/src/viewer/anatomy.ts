import type { Orientation } from '@cusp/contract/orientation';
import { type Found, headAndFront, patientSides, type SidedScan } from '@cusp/mesh/arch/patient-sides';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Jaw } from './plan-scene.ts';

/** Sides of the patient: left, right, head, foot, anterior (front), posterior (back). */
export type Side = 'L' | 'R' | 'H' | 'F' | 'A' | 'P';

export const sides: readonly Side[] = ['L', 'R', 'H', 'F', 'A', 'P'];

/** Which way the patient's sides are in the frame of the scans. Unit vectors, left = head × front. */
export interface Anatomy {
  left: Vector3;
  head: Vector3;
  front: Vector3;
  /**
   * `found` by the shape and `marked` by a person may be named. `unsure` and `contradiction`, of jaws that are turned
   * differently, only tell which way to look first.
   */
  source: 'found' | 'marked' | 'unsure' | 'contradiction';
}

/** Where the patient's sides are, by a person's mark and by the shape of the scans. */
export function anatomyOf(scans: readonly SidedScan[], mark: Orientation | null): Anatomy {
  const found = patientSides(scans, mark);
  if (isSides(found)) return anatomy(found, found.isMarked ? 'marked' : 'found');
  return anatomy(likely(scans), found ?? 'unsure');
}

/** Whether sides may be named. */
export const isSure = ({ source }: Anatomy): boolean => source === 'found' || source === 'marked';

const isSides = (found: Found) => found !== undefined && found !== 'contradiction';

/** A way to look where nobody knows better: by an arch that may be the wrong way round, else as most scanners lay jaws. */
function likely(scans: readonly SidedScan[]) {
  const scan = scans.find(({ arch, isShown }) => arch && isShown);
  return scan?.arch ? headAndFront(scan.arch, scan.jaw ?? 'lower') : { head: [0, 0, 1], front: [0, -1, 0] };
}

function anatomy(
  sides: { head: readonly number[]; front: readonly number[] },
  source: Anatomy['source'],
): Anatomy {
  const head = new Vector3().fromArray([...sides.head]).normalize();
  const front = new Vector3().fromArray([...sides.front]);
  front.addScaledVector(head, -front.dot(head)).normalize();
  return { head, front, left: head.clone().cross(front), source };
}

/** Left follows from the two others. */
export const isSameAnatomy = (one: Anatomy, other: Anatomy): boolean =>
  one.source === other.source && one.head.equals(other.head) && one.front.equals(other.front);

/** Where the camera stands to look at a side of the patient, as its orientation. */
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

/** The side a case is first seen from: both jaws from the front, one alone from where it bites. */
export function firstSide(jaws: ReadonlySet<Jaw>): Side {
  if (jaws.size !== 1) return 'A';
  return jaws.has('lower') ? 'H' : 'F';
}
