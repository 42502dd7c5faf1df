import type { Scale } from '../maps/scale.ts';
import type { Spot } from '../surfaces/places.ts';
import { MapWork } from './map-work.ts';
import { PaintedMap } from './painted-map.ts';
import type { ToolContext, ViewerTool } from './tool.ts';

/** The common part of maps: computed again when scans change, and read out at the pointer. */
export abstract class MapTool implements ViewerTool {
  readonly map: PaintedMap;
  readonly work = new MapWork();
  protected readonly context: ToolContext;
  readonly #unfollow: () => void;

  constructor(context: ToolContext, scale: Scale) {
    this.context = context;
    this.map = new PaintedMap(context, scale);
    this.#unfollow = context.changes.subscribe(() => this.scansChanged());
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
    this.pointed(await this.context.spotInMiddle().catch(() => null));
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
