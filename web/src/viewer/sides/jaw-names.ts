import type { SidedScan } from '@cusp/mesh/arch/patient-sides';
import { Vector3 } from 'three';
import { type Anatomy, isSure } from '../anatomy.ts';
import type { Jaw } from '../plan-scene.ts';
import type { Stage } from '../stage.ts';
import { away, badgeIn, extent, placeBadge } from './side-letters.ts';

/** Cosine of the angle between the view and the head axis; a view closer to it looks onto a jaw. */
const onto = 0.7;

const jaws: readonly Jaw[] = ['upper', 'lower'];

/** Middle of a shown jaw, and half its size in mm along the patient's head and front axes. */
interface JawBox {
  middle: Vector3;
  height: number;
  depth: number;
}

/** The boxes of the shown jaws; none while the patient's sides are uncertain. */
export function jawBoxes(anatomy: Anatomy, scans: readonly SidedScan[]): Map<Jaw, JawBox> {
  const boxes = new Map<Jaw, JawBox>();
  if (!isSure(anatomy)) return boxes;
  const { left, head, front } = anatomy;
  for (const jaw of jaws) {
    const samples = scans.filter((scan) => scan.jaw === jaw && scan.isShown).map(({ sample }) => sample);
    if (samples.every(({ length }) => length === 0)) continue;
    const [beside, above, before] = [
      extent(samples, left),
      extent(samples, head),
      extent(samples, front),
    ] as const;
    const middle = new Vector3()
      .addScaledVector(left, beside.middle)
      .addScaledVector(head, above.middle)
      .addScaledVector(front, before.middle);
    boxes.set(jaw, { middle, height: above.half, depth: before.half });
  }
  return boxes;
}

/**
 * Where the names of the jaws go, seen from the direction `back`: away from the bite, or behind the arch when the view
 * looks onto a jaw, where only the nearer one is named.
 */
export function jawNamePlaces(
  { head, front }: Pick<Anatomy, 'head' | 'front'>,
  boxes: ReadonlyMap<Jaw, JawBox>,
  back: Vector3,
): ReadonlyMap<Jaw, Vector3> {
  const facing = head.dot(back);
  const isOnto = Math.abs(facing) > onto;
  const nearer: Jaw = facing > 0 ? 'upper' : 'lower';
  const places = new Map<Jaw, Vector3>();
  for (const [jaw, { middle, height, depth }] of boxes) {
    if (isOnto && jaw !== nearer && boxes.has(nearer)) continue;
    const at = isOnto
      ? middle.clone().addScaledVector(front, -depth - away)
      : middle.clone().addScaledVector(head, jaw === 'upper' ? height + away : -height - away);
    places.set(jaw, at);
  }
  return places;
}

/** The names of the shown jaws beside them, if the patient's sides are certain. */
export class JawNames {
  readonly #stage: Stage;
  readonly #badges: ReadonlyMap<Jaw, HTMLElement>;
  readonly #nameOf: (jaw: Jaw) => string;
  #anatomy: Anatomy | undefined;
  #boxes: ReadonlyMap<Jaw, JawBox> = new Map();

  constructor(stage: Stage, overlay: HTMLElement, nameOf: (jaw: Jaw) => string) {
    this.#stage = stage;
    this.#nameOf = nameOf;
    this.#badges = new Map(jaws.map((jaw) => [jaw, badgeIn(overlay, nameOf(jaw))]));
  }

  put(anatomy: Anatomy, scans: readonly SidedScan[]): void {
    this.#anatomy = anatomy;
    this.#boxes = jawBoxes(anatomy, scans);
  }

  /** Positions the names for the next frame, in the reader's present language. */
  place(): void {
    const back = new Vector3(0, 0, 1).applyQuaternion(this.#stage.rig.orientation);
    const places = this.#anatomy && jawNamePlaces(this.#anatomy, this.#boxes, back);
    for (const [jaw, badge] of this.#badges) {
      const name = this.#nameOf(jaw);
      if (badge.textContent !== name) badge.textContent = name;
      placeBadge(badge, this.#stage, places?.get(jaw));
    }
  }
}
