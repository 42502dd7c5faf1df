import { Color, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Triple } from '../surfaces/places.ts';
import type { Label } from './labels.ts';
import type { ToolContext } from './tool.ts';

const ground = '#d9480f';
const colour = new Color(ground);
/** Radius of a point in CSS pixels. */
const pointRadius = 4;

/** The drawing of one measure: points, lines between places, and a label at a place. */
export interface Drawing {
  points: readonly Triple[];
  lines: readonly (readonly Triple[])[];
  labels: readonly { at: Triple; text(): string }[];
}

/** Draws measures over the scans: points and labels keep their size on the screen. */
export class Marks {
  readonly group = new Group();
  readonly #context: ToolContext;
  readonly #sphere = new SphereGeometry(1, 16, 12);
  readonly #pointMaterial = new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
  readonly #lineMaterial = new LineMaterial({
    color: colour,
    linewidth: 2,
    depthTest: false,
    transparent: true,
  });
  #dots: Mesh[] = [];
  #lines: Line2[] = [];
  #labels: { label: Label; at: Triple; text(): string }[] = [];

  constructor(context: ToolContext) {
    this.#context = context;
    this.group.renderOrder = 10;
  }

  /** Replaces what is shown. */
  show(drawings: readonly Drawing[]): void {
    this.#clear();
    for (const { points, lines, labels } of drawings) {
      for (const line of lines) this.#addLine(line);
      for (const point of points) this.#addDot(point);
      for (const words of labels) this.#labels.push({ ...words, label: this.#context.labels.add(ground) });
    }
    this.#context.draw();
  }

  /** Call before each frame. */
  place(): void {
    for (const dot of this.#dots) dot.scale.setScalar(this.#context.pixelSize * pointRadius);
    for (const { label, at, text } of this.#labels) label.place(this.#context, at, text);
  }

  dispose(): void {
    this.#clear();
    this.#sphere.dispose();
    this.#pointMaterial.dispose();
    this.#lineMaterial.dispose();
  }

  #addDot(point: Triple): void {
    const dot = new Mesh(this.#sphere, this.#pointMaterial);
    dot.position.set(...point);
    dot.renderOrder = 11;
    this.#dots.push(dot);
    this.group.add(dot);
  }

  #addLine(places: readonly Triple[]): void {
    const [first] = places;
    if (!first || places.length < 2) return;
    // Relative to its first place: the GPU has single precision, and scans can be far from the origin.
    const origin = new Vector3(...first);
    const relative = places.flatMap((place) => new Vector3(...place).sub(origin).toArray());
    const line = new Line2(new LineGeometry().setPositions(relative), this.#lineMaterial);
    line.position.copy(origin);
    line.renderOrder = 10;
    this.#lines.push(line);
    this.group.add(line);
  }

  #clear(): void {
    for (const line of this.#lines) line.geometry.dispose();
    for (const { label } of this.#labels) label.remove();
    this.#dots = [];
    this.#lines = [];
    this.#labels = [];
    this.group.clear();
  }
}
