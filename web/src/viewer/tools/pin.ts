import type { Spot } from '../surfaces/places.ts';
import type { ViewerTool } from './tool.ts';

/** Reports the place of a new pin. */
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
