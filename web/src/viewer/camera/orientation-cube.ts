import {
  BoxGeometry,
  CanvasTexture,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  type Quaternion,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  type WebGLRenderer,
} from 'three';
import { type Anatomy, isSure, type Side } from '../anatomy.ts';
import { freeRect, type Insets, noInsets } from '../insets.ts';

/** In the face order of BoxGeometry: +x, -x, +y, -y, +z, -z. */
const faceOrder: readonly Side[] = ['L', 'R', 'H', 'F', 'A', 'P'];

/** Below these widths in CSS pixels (of the canvas, and of its free area) the cube is smaller. */
const shrinksUnder = { canvas: 1024, free: 640 };

/**
 * The cube in the corner that shows the patient's orientation and turns the view on click; blank while that is
 * unsure.
 */
export class OrientationCube {
  /** Side of its square in CSS pixels. */
  #size = 250;
  #insets = noInsets;
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera(-1.9, 1.9, 1.9, -1.9, 0.1, 20);
  readonly #lettered: MeshBasicMaterial[];
  readonly #blank: MeshBasicMaterial;
  readonly #box: Mesh<BoxGeometry, MeshBasicMaterial[]>;

  constructor() {
    this.#blank = new MeshBasicMaterial({ map: faceTexture('') });
    this.#lettered = faceOrder.map((side) => new MeshBasicMaterial({ map: faceTexture(side) }));
    this.#box = new Mesh(new BoxGeometry(1.2, 1.2, 1.2), this.#lettered);
    this.#scene.add(this.#box);
  }

  setAnatomy(anatomy: Anatomy): void {
    const { left, head, front } = anatomy;
    this.#box.material = isSure(anatomy) ? this.#lettered : faceOrder.map(() => this.#blank);
    this.#box.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(left, head, front));
  }

  /** Places it in the top right corner of the free area of a canvas. */
  fitIn(width: number, height: number, insets: Insets): void {
    const free = freeRect(width, height, insets);
    const isSmall = width < shrinksUnder.canvas || free.width < shrinksUnder.free;
    this.#size = isSmall ? Math.min(150, free.height * 0.3) : Math.min(250, free.height * 0.5);
    this.#insets = insets;
  }

  /** Draws over the current frame; `width` and `height` are the canvas in CSS pixels. */
  draw(renderer: WebGLRenderer, orientation: Quaternion, width: number, height: number): void {
    this.#camera.quaternion.copy(orientation);
    this.#camera.position.set(0, 0, 8).applyQuaternion(orientation);
    const [size, { right, top }] = [this.#size, this.#insets];
    renderer.setViewport(width - size - right, height - size - top, size, size);
    renderer.clearDepth();
    renderer.render(this.#scene, this.#camera);
    renderer.setViewport(0, 0, width, height);
  }

  /** The face under a point of the canvas, in CSS pixels from the top left. */
  sideAt(x: number, y: number, width: number): Side | undefined {
    const [size, { right, top }] = [this.#size, this.#insets];
    const within = new Vector2(((x - width + size + right) / size) * 2 - 1, 1 - ((y - top) / size) * 2);
    if (Math.abs(within.x) > 1 || Math.abs(within.y) > 1) return undefined;
    const ray = new Raycaster();
    this.#camera.updateMatrixWorld();
    this.#box.updateMatrixWorld();
    ray.setFromCamera(within, this.#camera);
    const face = ray.intersectObject(this.#box)[0]?.face;
    return face ? faceOrder[face.materialIndex] : undefined;
  }

  dispose(): void {
    this.#box.geometry.dispose();
    for (const material of [...this.#lettered, this.#blank]) {
      material.map?.dispose();
      material.dispose();
    }
  }
}

function faceTexture(side: Side | ''): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 128;
  canvas.height = 128;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = '#9aa1a9';
    pen.fillRect(0, 0, 128, 128);
    pen.fillStyle = '#f4f5f6';
    pen.fillRect(3, 3, 122, 122);
    pen.fillStyle = '#2b3036';
    pen.font = '600 76px "Inter Variable", Inter, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(side, 64, 69);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}
