import type { Scale } from '../maps/scale.ts';
import type { Spot } from '../surfaces/places.ts';
import { MapWork } from './map-work.ts';
import { PaintedMap } from './painted-map.ts';
import type { ViewerTool, Workbench } from './tool.ts';

/** The common part of maps: computed again when scans change, and read out at the pointer. */
export abstract class MapTool implements ViewerTool {
  readonly map: PaintedMap;
  readonly work = new MapWork();
  protected readonly bench: Workbench;
  readonly #unfollow: () => void;

  constructor(bench: Workbench, scale: Scale) {
    this.bench = bench;
    this.map = new PaintedMap(bench, scale);
    this.#unfollow = bench.changes.subscribe(() => this.scansChanged());
  }

  /** Computes everything, also after it was stopped. */
  abstract start(): Promise<void>;

  clicked(spot: Spot): void {
    this.pointed(spot);
  }

  pointed(spot: Spot | null): void {
    void this.map.read(spot);
  }

  /** Reads the value at the centre of the view, for keyboard users. */
  async readMiddle(): Promise<void> {
    this.pointed(await this.bench.spotInMiddle());
  }

  place(): void {
    this.map.place();
  }

  dispose(): void {
    this.#unfollow();
    this.work.dispose();
    this.map.dispose();
  }

  protected scansChanged(): void {
    void this.start();
  }
}
