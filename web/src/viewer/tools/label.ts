import type { Triple } from '../surfaces/places.ts';
import type { Workbench } from './tool.ts';

/** Words over the picture, above a place of the scans. */
export class Label {
  readonly #element = document.createElement('output');

  constructor(overlay: HTMLElement, ground: string) {
    this.#element.hidden = true;
    this.#element.style.cssText =
      `position:absolute;left:0;top:0;padding:2px 8px;border-radius:8px;background:${ground};color:#fff;` +
      'font-weight:600;font-size:13px;line-height:20px;font-variant-numeric:tabular-nums;' +
      'pointer-events:none;white-space:nowrap';
    overlay.append(this.#element);
  }

  /** Call before each picture; without a place, or where it is not drawn, nothing is seen. */
  place(bench: Workbench, at: Triple | undefined, text: () => string): void {
    const spot = at && bench.toScreen(at);
    this.#element.hidden = !spot;
    if (!spot) return;
    this.#element.textContent = text();
    this.#element.style.transform = `translate(${spot.x}px, ${spot.y}px) translate(-50%, -150%)`;
  }

  remove(): void {
    this.#element.remove();
  }
}
