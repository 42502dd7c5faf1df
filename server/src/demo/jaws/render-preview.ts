import type { Mesh } from '@cusp/mesh/mesh';
import { withNormals } from '@cusp/mesh/smooth-normals';
import { weld } from '@cusp/mesh/weld';
import { encodePng } from './png.ts';

interface PreviewOptions {
  /** Pixels of the picture. */
  width?: number;
  height?: number;
  /** Turn of the view around the vertical, in degrees; 0 looks at the front teeth. */
  turn?: number;
  /** Height of the viewpoint over the biting plane, in degrees. */
  tilt?: number;
}

/** Every pixel is drawn as two by two. */
const samples = 2;

/** Draws the meshes as one picture on a transparent ground, without a graphics card. */
export function renderPreview(meshes: readonly Mesh[], options: PreviewOptions = {}): Buffer {
  const { width = 640, height = 480, turn = 24, tilt = 12 } = options;
  const canvas = new Canvas(width * samples, height * samples);
  const views = meshes.map((mesh) => viewed(mesh, (turn * Math.PI) / 180, (tilt * Math.PI) / 180));
  const fit = fitTo(views, canvas);
  for (const view of views) draw(canvas, view, fit);
  return encodePng(width, height, canvas.reduced());
}

interface View {
  /** Right, down and towards the viewer. */
  points: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
  colors?: Uint8Array;
}

/** Turns a mesh so that the viewer looks along its third axis. */
function viewed(mesh: Mesh, turn: number, tilt: number): View {
  const shaded = withNormals(weld(mesh));
  const rotate = (from: Float32Array) => {
    const out = new Float32Array(from.length);
    const [sinTurn, cosTurn, sinTilt, cosTilt] = [
      Math.sin(turn),
      Math.cos(turn),
      Math.sin(tilt),
      Math.cos(tilt),
    ];
    for (let i = 0; i < from.length; i += 3) {
      const x = (from[i] as number) * cosTurn - (from[i + 1] as number) * sinTurn;
      const back = (from[i] as number) * sinTurn + (from[i + 1] as number) * cosTurn;
      const up = from[i + 2] as number;
      out[i] = x;
      out[i + 1] = -(up * cosTilt + back * sinTilt);
      out[i + 2] = up * sinTilt - back * cosTilt;
    }
    return out;
  };
  return {
    points: rotate(shaded.positions),
    normals: rotate(shaded.normals),
    indices: shaded.indices,
    colors: shaded.colors,
  };
}

interface Fit {
  scale: number;
  x: number;
  y: number;
}

function fitTo(views: View[], canvas: Canvas): Fit {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { points } of views) {
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i] as number;
      const y = points[i + 1] as number;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  const scale = 0.9 * Math.min(canvas.width / (x1 - x0), canvas.height / (y1 - y0));
  return {
    scale,
    x: canvas.width / 2 - ((x0 + x1) / 2) * scale,
    y: canvas.height / 2 - ((y0 + y1) / 2) * scale,
  };
}

function draw(canvas: Canvas, { points, normals, indices, colors }: View, fit: Fit): void {
  const count = points.length / 3;
  const screen = new Float32Array(count * 3);
  const lit = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    screen[at] = (points[at] as number) * fit.scale + fit.x;
    screen[at + 1] = (points[at + 1] as number) * fit.scale + fit.y;
    screen[at + 2] = points[at + 2] as number;
    const light = lightAt(normals[at] as number, normals[at + 1] as number, normals[at + 2] as number);
    for (let c = 0; c < 3; c++) {
      lit[at + c] = Math.min(255, (colors ? (colors[at + c] as number) : 215) * light.diffuse + light.shine);
    }
  }
  for (let i = 0; i < indices.length; i += 3) {
    canvas.triangle(
      screen,
      lit,
      (indices[i] as number) * 3,
      (indices[i + 1] as number) * 3,
      (indices[i + 2] as number) * 3,
    );
  }
}

/** A lamp over the viewer's left shoulder, a weak one from the right below, and a soft shine. */
function lightAt(x: number, y: number, z: number): { diffuse: number; shine: number } {
  // Seen from behind a surface is as bright as from the front, but duller.
  if (z < 0) {
    const turned = lightAt(-x, -y, -z);
    return { diffuse: turned.diffuse * 0.62, shine: 0 };
  }
  const key = Math.max(0, -0.42 * x - 0.55 * y + 0.72 * z);
  const fill = Math.max(0, 0.6 * x + 0.3 * y + 0.74 * z);
  const half = Math.max(0, -0.23 * x - 0.3 * y + 0.925 * z);
  return { diffuse: 0.3 + 0.66 * key + 0.2 * fill, shine: 46 * half ** 42 };
}

class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #colour: Uint8Array;
  readonly #depth: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#colour = new Uint8Array(width * height * 4);
    this.#depth = new Float32Array(width * height).fill(-Infinity);
  }

  /** Fills one triangle, keeping what is nearest to the viewer. */
  triangle(at: Float32Array, lit: Float32Array, a: number, b: number, c: number): void {
    const ax = at[a] as number;
    const ay = at[a + 1] as number;
    const bx = at[b] as number;
    const by = at[b + 1] as number;
    const cx = at[c] as number;
    const cy = at[c + 1] as number;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) return;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(this.height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(this.width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    // Shares of the corners change evenly from pixel to pixel.
    const uStep = (by - cy) / area;
    const vStep = (cy - ay) / area;
    for (let y = top; y <= bottom; y++) {
      const px = left + 0.5;
      const py = y + 0.5;
      let u = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
      let v = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
      for (let x = left; x <= right; x++, u += uStep, v += vStep) {
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const z = u * (at[a + 2] as number) + v * (at[b + 2] as number) + w * (at[c + 2] as number);
        const pixel = y * this.width + x;
        if (z <= (this.#depth[pixel] as number)) continue;
        this.#depth[pixel] = z;
        for (let i = 0; i < 3; i++) {
          this.#colour[pixel * 4 + i] =
            u * (lit[a + i] as number) + v * (lit[b + i] as number) + w * (lit[c + i] as number);
        }
        this.#colour[pixel * 4 + 3] = 255;
      }
    }
  }

  /** The picture with two by two samples taken together. */
  reduced(): Uint8Array {
    const [width, height] = [this.width / samples, this.height / samples];
    const out = new Uint8Array(width * height * 4);
    const colour = this.#colour;
    const line = this.width * 4;
    for (let to = 0; to < out.length; to += 4) {
      const pixel = to / 4;
      const at = (Math.floor(pixel / width) * this.width + (pixel % width)) * samples * 4;
      const add = (i: number) =>
        (colour[at + i] as number) +
        (colour[at + 4 + i] as number) +
        (colour[at + line + i] as number) +
        (colour[at + line + 4 + i] as number);
      // What is not drawn is black and clear, so the colour is the sum over what is drawn.
      const drawn = add(3) / 255;
      if (drawn === 0) continue;
      out[to] = add(0) / drawn;
      out[to + 1] = add(1) / drawn;
      out[to + 2] = add(2) / drawn;
      out[to + 3] = add(3) / (samples * samples);
    }
    return out;
  }
}
