import { Group, type Plane } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';

/** Margin lines: green and 2 CSS pixels wide at any distance, because plain WebGL lines are always one pixel wide. */
export class MarginLines {
  readonly group = new Group();
  // Drawn slightly closer than it is, to avoid z-fighting with the surface.
  readonly #material = new LineMaterial({
    color: 0x00b84a,
    linewidth: 2,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -8,
  });
  readonly #shown: Record<'upper' | 'lower', boolean> = { upper: true, lower: true };

  /** Adds a closed line through the points, in the frame of the scans. */
  add(id: number, points: Float32Array, jaw: 'upper' | 'lower' | undefined): void {
    const closed = new Float32Array(points.length + 3);
    closed.set(points);
    closed.set(points.subarray(0, 3), points.length);
    const line = new Line2(new LineGeometry().setPositions(closed), this.#material);
    line.userData.id = id;
    this.group.add(line);
    this.move(id, jaw);
  }

  remove(id: number): void {
    for (const line of this.group.children.filter(({ userData }) => userData.id === id)) {
      (line as Line2).geometry.dispose();
      this.group.remove(line);
    }
  }

  /** Assigns a line to another jaw, or to none. */
  move(id: number, jaw: 'upper' | 'lower' | undefined): void {
    for (const line of this.group.children) {
      if (line.userData.id !== id) continue;
      line.userData.jaw = jaw;
      line.visible = !jaw || this.#shown[jaw];
    }
  }

  /** Shows or hides the lines of one jaw's teeth (11–28 upper, 31–48 lower). */
  show(jaw: 'upper' | 'lower', isShown: boolean): void {
    this.#shown[jaw] = isShown;
    for (const line of this.group.children) if (line.userData.jaw === jaw) line.visible = isShown;
  }

  /** Clips the lines by a plane in world coordinates. */
  clip(plane: Plane | undefined): void {
    this.#material.clippingPlanes = plane ? [plane] : null;
  }

  dispose(): void {
    for (const line of this.group.children) (line as Line2).geometry.dispose();
    this.#material.dispose();
    this.group.clear();
  }
}
