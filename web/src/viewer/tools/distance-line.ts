import { Group, Mesh, MeshBasicMaterial, SphereGeometry, type Vector3 } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';

const colour = 0xd9480f;
/** Radius of a measured point in CSS pixels. */
const pointRadius = 4;

/** At most two points and the straight line between them. A third click starts anew. */
export class DistanceLine {
  readonly group = new Group();
  readonly #points: Vector3[] = [];
  readonly #sphere = new SphereGeometry(1, 16, 12);
  readonly #pointMaterial = new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
  readonly #lineMaterial = new LineMaterial({
    color: colour,
    linewidth: 2,
    depthTest: false,
    transparent: true,
  });
  #line: Line2 | undefined;

  constructor() {
    this.group.renderOrder = 10;
  }

  /** Millimetres between the two points; undefined with fewer. */
  get distance(): number | undefined {
    const [a, b] = this.#points;
    return a && b ? a.distanceTo(b) : undefined;
  }

  /** Takes a point in the frame of the scans. */
  add(point: Vector3): void {
    if (this.#points.length === 2) this.clear();
    this.#points.push(point);
    const dot = new Mesh(this.#sphere, this.#pointMaterial);
    dot.position.copy(point);
    dot.renderOrder = 11;
    this.group.add(dot);
    const [a, b] = this.#points;
    if (!a || !b) return;
    this.#line = new Line2(new LineGeometry().setPositions([...a, ...b]), this.#lineMaterial);
    this.#line.renderOrder = 10;
    this.group.add(this.#line);
  }

  clear(): void {
    this.#points.length = 0;
    this.#line?.geometry.dispose();
    this.#line = undefined;
    this.group.clear();
  }

  /** Keeps the points at the same size on the screen; `pixelSize` in millimetres. */
  scaleTo(pixelSize: number): void {
    for (const child of this.group.children) {
      if (child !== this.#line) child.scale.setScalar(pixelSize * pointRadius);
    }
  }

  /** The middle of the line, in the frame of the scans; undefined without one. */
  get middle(): Vector3 | undefined {
    const [a, b] = this.#points;
    return a && b ? a.clone().add(b).multiplyScalar(0.5) : undefined;
  }

  dispose(): void {
    this.clear();
    this.#sphere.dispose();
    this.#pointMaterial.dispose();
    this.#lineMaterial.dispose();
  }
}
