import { Vector3 } from 'three';
import type { Spot } from '../surfaces/places.ts';
import { DistanceLine } from './distance-line.ts';
import type { ViewerTool, Workbench } from './tool.ts';
import { Watched } from './watched.ts';

/** The straight distance between two clicked points. */
export class DistanceTool implements ViewerTool {
  readonly cursor = 'crosshair';
  /** Millimetres; undefined with fewer than two points. */
  readonly distance = new Watched<number | undefined>(undefined);
  readonly #bench: Workbench;
  readonly #line = new DistanceLine();
  readonly #label = distanceLabel();

  constructor(bench: Workbench) {
    this.#bench = bench;
    bench.overlay.append(this.#label);
  }

  get group() {
    return this.#line.group;
  }

  clicked({ point }: Spot): void {
    this.#line.add(new Vector3(...point));
    this.distance.set(this.#line.distance);
    this.#bench.draw();
  }

  place(): void {
    this.#line.scaleTo(this.#bench.pixelSize);
    const { middle, distance } = this.#line;
    const at = middle && this.#bench.toScreen(middle.toArray());
    this.#label.hidden = !at || distance === undefined;
    if (!at || distance === undefined) return;
    this.#label.textContent = this.#bench.formatLength(distance);
    this.#label.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -150%)`;
  }

  dispose(): void {
    this.#line.dispose();
    this.#label.remove();
  }
}

function distanceLabel(): HTMLElement {
  const label = document.createElement('output');
  label.hidden = true;
  label.style.cssText =
    'position:absolute;left:0;top:0;padding:2px 8px;border-radius:8px;background:#d9480f;color:#fff;' +
    'font-weight:600;font-size:13px;line-height:20px;font-variant-numeric:tabular-nums;' +
    'pointer-events:none;white-space:nowrap';
  return label;
}
