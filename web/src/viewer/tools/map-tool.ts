import type { Scale } from '../maps/scale.ts';
import type { Spot } from '../surfaces/places.ts';
import { MapWork } from './map-work.ts';
import { PaintedMap } from './painted-map.ts';
import type { ViewerTool, Workbench } from './tool.ts';

/** What all maps have in common: they are worked out anew when scans change, and read where somebody points. */
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

  /** Works everything out, again where it was stopped. */
  abstract start(): Promise<void>;

  clicked(spot: Spot): void {
    this.pointed(spot);
  }

  pointed(spot: Spot | null): void {
    void this.map.read(spot);
  }

  /** Reads what is in the middle of the view, for who has no mouse. */
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
