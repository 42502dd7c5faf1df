import {
  type Box3,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Sphere,
  Vector3,
} from 'three';

/** Millimetres. */
const shape = { length: 14, head: 4, width: 0.5, headWidth: 1.6, gap: 3 };

/** Shows a path of insertion as an arrow that comes down onto the scan. */
export class PathArrow {
  readonly group = new Group();
  readonly #material = new MeshBasicMaterial({ color: 0x1864ab, depthTest: false, transparent: true });
  readonly #shaft = new CylinderGeometry(shape.width, shape.width, shape.length, 16);
  readonly #head = new ConeGeometry(shape.headWidth, shape.head, 24);

  constructor() {
    // On top of everything, because the other jaw would hide it.
    this.group.renderOrder = 9;
    const shaft = new Mesh(this.#shaft, this.#material);
    const head = new Mesh(this.#head, this.#material);
    // Along y, with its tip at the origin.
    head.rotation.x = Math.PI;
    head.position.y = shape.head / 2;
    shaft.position.y = shape.head + shape.length / 2;
    this.group.add(head, shaft);
  }

  /** Places the tip in front of the box, seen along the path. */
  point(box: Box3, path: Vector3): void {
    const back = path.clone().negate();
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const reach = Math.min(radius, farthest(box, center, back)) + shape.gap;
    this.group.position.copy(center).addScaledVector(back, reach);
    this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), back));
  }

  dispose(): void {
    this.#shaft.dispose();
    this.#head.dispose();
    this.#material.dispose();
  }
}

/** The extent of the box from its centre in a direction. */
function farthest({ max }: Box3, centre: Vector3, direction: Vector3): number {
  const half = max.clone().sub(centre);
  return Math.abs(half.x * direction.x) + Math.abs(half.y * direction.y) + Math.abs(half.z * direction.z);
}
