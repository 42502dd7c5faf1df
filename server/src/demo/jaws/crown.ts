import type { ArchSpot, PlacedTooth } from './arch.ts';
import { blend, type Colour, type Point, type Spot } from './mesh-builder.ts';
import { noise3 } from './random.ts';
import { profileAt, type ToothShape } from './tooth-shapes.ts';

const enamel: Colour = [240, 230, 206];
const neck: Colour = [222, 200, 160];
const edge: Colour = [232, 228, 214];
const fissure: Colour = [196, 168, 124];
const dentine: Colour = [219, 186, 134];

/** Part of the rows that climb the side of a crown; the rest covers its biting surface. */
const wallShare = 0.62;
/** How far the crown goes on under the gum, as a fraction of its height: deeper the more it leans. */
function rootDepthOf({ shape, lean }: PlacedTooth): number {
  return -(0.85 + (shape.buccolingual / 2) * Math.abs(Math.sin(lean))) / shape.height;
}

/** A surface around one tooth: rows rise from under the gum to the biting surface, columns go round. */
export interface ToothSurface {
  spot(row: number, angle: number): Spot;
  tip: Spot;
  /** For a prepared tooth the margin, one point for each angle. */
  margin?: (angle: number) => Point;
}

/** From the tooth's own frame (distal or mesial x, cheek y, biting end z) into the frame of the jaw. */
function placer(tooth: PlacedTooth, spot: ArchSpot): (local: Point) => Point {
  const [sinTurn, cosTurn] = [Math.sin(tooth.turn), Math.cos(tooth.turn)];
  const [sinLean, cosLean] = [Math.sin(tooth.lean), Math.cos(tooth.lean)];
  const tip = Math.tan(tooth.tip) * -Math.sign(tooth.along);
  return ([x0, y0, z0]) => {
    const x = x0 * cosTurn - y0 * sinTurn + (z0 - tooth.shape.height) * tip * 0.6;
    const y1 = x0 * sinTurn + y0 * cosTurn;
    const y = y1 * cosLean + z0 * sinLean;
    const z = z0 * cosLean - y1 * sinLean;
    return [
      spot.x + spot.tangent[0] * x + spot.outward[0] * y,
      spot.y + spot.tangent[1] * x + spot.outward[1] * y,
      tooth.gum + z,
    ];
  };
}

/** How high the crown is above one point of its outline, in millimetres over the gum. */
function topAt(shape: ToothShape, side: number, x: number, y: number): number {
  const a = shape.mesiodistal / 2;
  const b = shape.buccolingual / 2;
  if (shape.cusps.length === 0) {
    const across = Math.min(1.1, Math.abs(x) / a);
    const distal = Math.sign(x) === side ? 1.35 : 1;
    const power = shape.edgeFall > 1.2 ? 1.25 : 3.4;
    return shape.height - shape.edgeFall * distal * across ** power;
  }
  const sharpness = 0.13;
  let sum = Math.exp(-2.7 / sharpness);
  for (const [distal, buccal, below] of shape.cusps) {
    const dx = x - side * distal * a;
    const dy = y - buccal * b;
    const slope = Math.abs(y) > Math.abs(buccal * b) ? 0.4 : 0.92;
    sum += Math.exp((-below - slope * Math.sqrt(dx * dx * 0.8 + dy * dy + 0.12)) / sharpness);
  }
  const ridge = -1 - 1.1 * Math.abs(Math.abs(x) - 0.74 * a) - 0.12 * Math.abs(y);
  sum += Math.exp(ridge / sharpness);
  return shape.height + 0.3 + sharpness * Math.log(sum);
}

type Outline = (height: number, angle: number) => [x: number, y: number];

/** The outline of the crown at a height (fraction), at an angle from the arch's own direction. */
function outlineOf(shape: ToothShape): Outline {
  // Whole rings are asked for at one height.
  const widths = new Map<number, [side: number, front: number, back: number]>();
  const remember = (height: number): [number, number, number] => {
    const found: [number, number, number] = [
      (shape.mesiodistal / 2) * profileAt(shape.side, height),
      (shape.buccolingual / 2) * profileAt(shape.buccal, height),
      (shape.buccolingual / 2) * profileAt(shape.lingual, height),
    ];
    widths.set(height, found);
    return found;
  };
  return (height, angle) => {
    const [side, front, back] = widths.get(height) ?? remember(height);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const n = shape.squareness;
    const r = (Math.abs(c) ** n + Math.abs(s) ** n) ** (-1 / n);
    // Teeth are narrower towards the tongue.
    const taper = s < 0 && height < 1 ? 1 + 0.1 * s : 1;
    return [side * r * c * taper, (front + back) / 2 + ((front - back) / 2) * r * s];
  };
}

/** A whole crown. */
export function crownSurface(tooth: PlacedTooth, arch: ArchSpot, seed: number): ToothSurface {
  const { shape } = tooth;
  const side = Math.sign(tooth.along);
  const place = placer(tooth, arch);
  const outline = outlineOf(shape);
  const rootDepth = rootDepthOf(tooth);
  const finish = (local: Point, height: number): Spot => {
    const at = place(local);
    const grain = noise3(at[0] * 0.9, at[1] * 0.9, at[2] * 0.9, seed);
    const base =
      height < 0.45 ? blend(neck, enamel, (height + 0.05) / 0.5) : blend(enamel, edge, (height - 0.7) / 0.3);
    const sunken = shape.cusps.length && height > 0.79 ? (shape.height - local[2] - 1.5) * 0.45 : 0;
    return { at, colour: shade(blend(base, fissure, Math.min(0.6, sunken)), grain * 5) };
  };
  const centre = (outline(1, Math.PI / 2)[1] + outline(1, -Math.PI / 2)[1]) / 2;
  const spot = (row: number, angle: number): Spot => {
    const [rimX, rimY] = outline(1, angle);
    if (row <= wallShare) {
      const height = rootDepth + (1 - rootDepth) * (row / wallShare) ** 0.92;
      const [x, y] = outline(height, angle);
      const grooved = y + lobes(shape, x, y, height);
      const z = height < 0 ? height * shape.height : height * topAt(shape, side, rimX, rimY);
      return finish([x, grooved, z], height);
    }
    const inward = 1 - ((row - wallShare) / (1 - wallShare)) ** 1.05;
    const x = rimX * inward;
    const y = centre + (rimY - centre) * inward;
    return finish([x, y, topAt(shape, side, x, y)], 0.8 + 0.15 * inward);
  };
  return { spot, tip: finish([0, centre, topAt(shape, side, 0, centre)], 0.8) };
}

/** The two shallow furrows on the front of incisors and canines, and the cheek-side furrow of molars. */
function lobes(shape: ToothShape, x: number, y: number, height: number): number {
  if (y < 0 || height < 0.2) return 0;
  const a = shape.mesiodistal / 2;
  const rise = Math.min(1, (height - 0.2) / 0.4);
  if (shape.cusps.length === 0) return -0.09 * rise * (bump(x - 0.38 * a, 0.7) + bump(x + 0.38 * a, 0.7));
  return shape.cusps.length > 3 ? -0.3 * rise * bump(x, 0.9) : 0;
}

function bump(distance: number, width: number): number {
  return Math.exp(-((distance / width) ** 2));
}

/** A tooth prepared for a crown: a rounded shoulder at the margin, tapering walls, a flattened top. */
export function stumpSurface(tooth: PlacedTooth, arch: ArchSpot, seed: number): ToothSurface {
  const { shape } = tooth;
  const side = Math.sign(tooth.along);
  const place = placer(tooth, arch);
  const outline = outlineOf(shape);
  const rootDepth = rootDepthOf(tooth);
  const shoulder = 0.95;
  const taper = Math.tan((7 * Math.PI) / 180);
  // The margin follows the gum, higher between the teeth than on cheek and tongue.
  const marginZ = (angle: number) => 0.45 + 0.75 * Math.cos(angle) ** 4 + 0.08 * Math.sin(angle * 5 + seed);
  const marginXY = (angle: number) => {
    const [x, y] = outline(0.1, angle);
    return [x * 0.97, y * 0.97] as const;
  };
  const topZ = shape.height - (shape.cusps.length ? 1.7 : 2.2);
  const finish = (local: Point, height: number): Spot => {
    const at = place(local);
    const grain = noise3(at[0] * 1.2, at[1] * 1.2, at[2] * 1.2, seed);
    return { at, colour: shade(height < 0 ? neck : dentine, grain * 7) };
  };
  /** A point this far above the margin. */
  const wall = (angle: number, above: number): Point => {
    const [x, y] = marginXY(angle);
    const radius = Math.hypot(x, y);
    const inset = shoulder * (1 - Math.exp(-above / 0.22)) + taper * above;
    const top = topZ - marginZ(angle);
    // Incisors thin out towards the edge from both sides.
    const thin = shape.cusps.length ? 0 : 0.5 * (above / top) ** 2;
    const keep = Math.max(0.12, 1 - inset / radius);
    const round = 1 - 0.16 * Math.max(0, (above - top + 1) / 1) ** 2;
    return [x * keep * round, y * keep * round * (1 - thin), marginZ(angle) + above];
  };
  const spot = (row: number, angle: number): Spot => {
    const marginRow = 0.22;
    if (row <= marginRow) {
      const t = row / marginRow;
      const [x, y] = outline(rootDepth + (0.1 - rootDepth) * t, angle);
      const [mx, my] = marginXY(angle);
      const z = rootDepth * shape.height * (1 - t) + marginZ(angle) * t;
      return finish([x + (mx - x) * t, y + (my - y) * t, z], t < 1 ? -1 : 0);
    }
    const top = topZ - marginZ(angle);
    if (row <= 0.72) return finish(wall(angle, top * ((row - marginRow) / 0.5) ** 1.5), 1);
    const inward = 1 - (row - 0.72) / 0.28;
    const [x, y] = wall(angle, top);
    const dome = shape.cusps.length
      ? 0.16 * (topAt(shape, side, x * inward, y * inward) - topAt(shape, side, x, y))
      : 0;
    return finish([x * inward, y * inward, topZ + dome + 0.12 * (1 - inward * inward)], 1);
  };
  return { spot, tip: spot(1, 0), margin: (angle) => place([...marginXY(angle), marginZ(angle)]) };
}

function shade(colour: Colour, by: number): Colour {
  return [colour[0] + by, colour[1] + by, colour[2] + by * 1.2].map((v) =>
    Math.min(255, Math.max(0, Math.round(v))),
  ) as Colour;
}
