import type { Spot } from '../surfaces/places.ts';
import type { ViewerTool } from './tool.ts';

/** Hands on where a pin is to stand. */
export class PinTool implements ViewerTool {
  readonly cursor = 'crosshair';
  readonly #onSpot: (spot: Spot) => void;

  constructor(onSpot: (spot: Spot) => void) {
    this.#onSpot = onSpot;
  }

  clicked(spot: Spot): void {
    this.#onSpot(spot);
  }

  dispose(): void {}
}
