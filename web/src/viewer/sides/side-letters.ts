import { Vector3 } from 'three';
import { type Anatomy, isSure } from '../anatomy.ts';
import type { Stage } from '../stage.ts';

/** Distance between the model and its badges in mm. */
export const away = 6;
/** Cosine of the angle between the view and the line of letters; a view closer to it shows one letter only. */
const along = 0.9;

const sides = [
  ['L', 1],
  ['R', -1],
] as const;

/** L and R beside the model, if the patient's sides are certain. */
export class SideLetters {
  readonly #stage: Stage;
  readonly #letters: readonly (readonly [HTMLElement, 1 | -1])[];
  readonly #middle = new Vector3();
  readonly #left = new Vector3();
  /** Distance from the centre to either letter in mm; 0 without any. */
  #reach = 0;

  constructor(stage: Stage, overlay: HTMLElement) {
    this.#stage = stage;
    this.#letters = sides.map(([letter, side]) => {
      const badge = badgeIn(overlay, letter);
      badge.dataset.side = letter;
      return [badge, side];
    });
  }

  /** Places the letters beside scans, given as evenly distributed points of each, x, y, z. */
  put(anatomy: Anatomy, samples: readonly Float32Array[]): void {
    const { left, head, front } = anatomy;
    this.#reach = 0;
    if (!isSure(anatomy) || samples.length === 0) return;
    const [beside, above, before] = [left, head, front].map((axis) => extent(samples, axis));
    if (!beside || !above || !before) return;
    this.#left.copy(left);
    this.#middle
      .copy(left)
      .multiplyScalar(beside.middle)
      .addScaledVector(head, above.middle)
      .addScaledVector(front, before.middle);
    this.#reach = beside.half + away;
  }

  /** Positions the letters for the next frame. */
  place(): void {
    const back = new Vector3(0, 0, 1).applyQuaternion(this.#stage.rig.orientation);
    const facing = this.#left.dot(back);
    for (const [letter, side] of this.#letters) {
      const isSeen = this.#reach > 0 && facing * side >= -along;
      const at = this.#middle.clone().addScaledVector(this.#left, side * this.#reach);
      placeBadge(letter, this.#stage, isSeen ? at : undefined);
    }
  }
}

/** A hidden word above the canvas, which is also part of pictures of the view. */
export function badgeIn(overlay: HTMLElement, text: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = text;
  element.dataset.pictured = '';
  element.hidden = true;
  element.setAttribute('aria-hidden', 'true');
  element.style.cssText =
    'position:absolute;left:0;top:0;padding:0 6px;border-radius:6px;opacity:.85;font-weight:700;font-size:16px;' +
    'line-height:22px;white-space:nowrap;color:var(--mantine-color-text);background:var(--mantine-color-body)';
  overlay.append(element);
  return element;
}

/** Moves a badge to a point of the scans; hides it without one. */
export function placeBadge(badge: HTMLElement, stage: Stage, at: Vector3 | undefined): void {
  const screen = at && stage.toScreen(at.toArray());
  badge.hidden = !screen;
  if (screen) badge.style.transform = `translate(${screen.x}px, ${screen.y}px) translate(-50%, -50%)`;
}

/** The middle and half the length of samples (x, y, z) along an axis. */
export function extent(
  samples: readonly Float32Array[],
  { x, y, z }: Vector3,
): { middle: number; half: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const sample of samples) {
    for (let i = 0; i < sample.length; i += 3) {
      const at = (sample[i] as number) * x + (sample[i + 1] as number) * y + (sample[i + 2] as number) * z;
      low = Math.min(low, at);
      high = Math.max(high, at);
    }
  }
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}
