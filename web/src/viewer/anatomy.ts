import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Jaw } from './plan-scene.ts';
import type { PreparedMesh } from './prepare-mesh.ts';

/** Sides of the patient: left, right, head, foot, anterior (front), posterior (back). */
export type Side = 'L' | 'R' | 'H' | 'F' | 'A' | 'P';

export const sides: readonly Side[] = ['L', 'R', 'H', 'F', 'A', 'P'];

/** Which way the patient's sides are in the frame of the scans. Unit vectors, left = head × front. */
export interface Anatomy {
  left: Vector3;
  head: Vector3;
  front: Vector3;
}

type Scan = Pick<PreparedMesh, 'sample' | 'opening'> & { jaw?: Jaw };

/**
 * Guesses how the patient stands in the frame of the scans, which no format says. Width is x in every
 * scanner's output known here. The arch is flatter than deep, so the thinner of y and z points to the
 * head; its sign comes from which jaw is which, else from the open side of a single jaw. The arch is
 * narrower in front.
 */
export function guessAnatomy(scans: readonly Scan[]): Anatomy {
  const thickness = (axis: 1 | 2) => scans.reduce((sum, { sample }) => sum + extent(sample, axis), 0);
  const up: 1 | 2 = thickness(1) < thickness(2) ? 1 : 2;
  const depth: 1 | 2 = up === 1 ? 2 : 1;
  const head = unit(up, headSign(scans, up));
  const front = unit(depth, frontSign(scans, depth));
  return { head, front, left: head.clone().cross(front) };
}

/** Left follows from the two others. */
export const isSameAnatomy = (one: Anatomy, other: Anatomy): boolean =>
  one.head.equals(other.head) && one.front.equals(other.front);

/** Where the camera stands to look at a side of the patient, as its orientation. */
export function lookAt(side: Side, { left, head, front }: Anatomy): Quaternion {
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

function headSign(scans: readonly Scan[], axis: 1 | 2): 1 | -1 {
  const upper = mean(
    scans.filter(({ jaw }) => jaw === 'upper'),
    axis,
  );
  const lower = mean(
    scans.filter(({ jaw }) => jaw === 'lower'),
    axis,
  );
  if (upper !== undefined && lower !== undefined && Math.abs(upper - lower) > 2)
    return upper > lower ? 1 : -1;
  // An open scan has its hole on the side away from the bite.
  const bite = scans.reduce((sum, { opening, jaw }) => sum + (jaw === 'upper' ? -1 : 1) * opening[axis], 0);
  return bite < -0.04 ? -1 : 1;
}

function frontSign(scans: readonly Scan[], axis: 1 | 2): 1 | -1 {
  let [low, high] = [Infinity, -Infinity];
  each(scans, (sample, i) => {
    low = Math.min(low, sample[i + axis] as number);
    high = Math.max(high, sample[i + axis] as number);
  });
  const ends = [new Range(), new Range()] as const;
  each(scans, (sample, i) => {
    const at = ((sample[i + axis] as number) - low) / (high - low);
    if (at < 0.25) ends[0].take(sample[i] as number);
    if (at > 0.75) ends[1].take(sample[i] as number);
  });
  return ends[1].width < ends[0].width ? 1 : -1;
}

class Range {
  low = Infinity;
  high = -Infinity;

  take(value: number): void {
    this.low = Math.min(this.low, value);
    this.high = Math.max(this.high, value);
  }

  get width(): number {
    return this.high - this.low;
  }
}

function each(scans: readonly Scan[], visit: (sample: Float32Array, i: number) => void): void {
  for (const { sample } of scans) for (let i = 0; i < sample.length; i += 3) visit(sample, i);
}

function extent(sample: Float32Array, axis: number): number {
  const range = new Range();
  for (let i = axis; i < sample.length; i += 3) range.take(sample[i] as number);
  return range.width;
}

function mean(scans: readonly Scan[], axis: number): number | undefined {
  let [sum, count] = [0, 0];
  each(scans, (sample, i) => {
    sum += sample[i + axis] as number;
    count++;
  });
  return count > 0 ? sum / count : undefined;
}

function unit(axis: 1 | 2, sign: number): Vector3 {
  return new Vector3().setComponent(axis, sign);
}
