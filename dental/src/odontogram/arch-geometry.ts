import { type Jaw, TEETH, type Tooth, toothAt, toothOf } from '../teeth.ts';
import { polygonPath, smoothPath } from './curves.ts';
import { type Point, placeWidth, shapeOf, sizeOf } from './tooth-shapes.ts';

/**
 * Geometry of the tooth chart, in mm. The origin is between the jaws on the midline; the upper arch opens downwards,
 * the lower one upwards. Each arch is half an ellipse along which the teeth are placed side by side.
 */

const HALF_WIDTH = 36;
const ARCH_DEPTH = 44;
/** From the middle to the end of an arch. */
const HALF_GAP = 4.5;
/** From the deepest tooth to the ring of labels; wider beside the arch than above it. */
const LABEL_GAP = { above: 3.6, beside: 1.4 };
const DEEPEST = 5.6;

export const VIEW_BOX = { x: -51, y: -61, width: 102, height: 122 } as const;

interface Frame {
  at: Point;
  /** Unit vector away from the tongue. */
  out: Point;
  /** Unit vector along the arch, to the right of the screen. */
  along: Point;
}

/** Position on the arch at an angle from the midline, −90° (left of the screen) to 90°. */
function frameAt(jaw: Jaw, angle: number): Frame {
  const down = jaw === 'upper' ? -1 : 1;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const tangent: Point = [HALF_WIDTH * cos, -down * ARCH_DEPTH * sin];
  const length = Math.hypot(...tangent);
  const along: Point = [tangent[0] / length, tangent[1] / length];
  return {
    at: [HALF_WIDTH * sin, down * (ARCH_DEPTH * cos + HALF_GAP)],
    out: [-down * along[1], down * along[0]],
    along,
  };
}

const STEPS = 1800;

/** Arc length of the ellipse from the midline to each of STEPS equal angles. */
function sampledLengths(): number[] {
  const lengths = [0];
  for (let i = 0; i < STEPS; i++) {
    const angle = ((i + 0.5) / STEPS) * (Math.PI / 2);
    const speed = Math.hypot(HALF_WIDTH * Math.cos(angle), ARCH_DEPTH * Math.sin(angle));
    lengths.push((lengths[i] ?? 0) + (speed * Math.PI) / 2 / STEPS);
  }
  return lengths;
}

let sampled: readonly number[] | null = null;
/** Computed when a chart is first drawn, because most pages that load this file do not draw one right away. */
function lengthsOnArch(): readonly number[] {
  sampled ??= sampledLengths();
  return sampled;
}

function angleAtLength(length: number): number {
  const lengths = lengthsOnArch();
  let [low, high] = [0, STEPS];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lengths[middle] ?? 0) >= Math.abs(length)) high = middle;
    else low = middle + 1;
  }
  return (Math.sign(length) * low * Math.PI) / 2 / STEPS;
}

const offset = (frame: Frame, by: number): Point => [
  frame.at[0] + frame.out[0] * by,
  frame.at[1] + frame.out[1] * by,
];

export interface PlacedTooth {
  readonly tooth: Tooth;
  /** Whether it is drawn behind its successor, on the lingual side. */
  readonly isBehind: boolean;
  readonly outline: string;
  /** The occlusal surface inside the outline. */
  readonly table: string;
  readonly details: readonly string[];
  /** The area that reacts to the pointer: the tooth, its label and half the distance to its neighbours. */
  readonly target: string;
  readonly centre: Point;
  readonly label: Point;
}

/**
 * Distances along the arch from the midline to both ends of a tooth's place, scaled so that the teeth fill the arch.
 */
function placeOf(tooth: Tooth): [number, number] {
  const row = TEETH.filter(
    (other) => other.jaw === tooth.jaw && other.side === tooth.side && other.dentition === 'permanent',
  ).sort((a, b) => a.position - b.position);
  const total = row.reduce((sum, other) => sum + placeWidth(other), 0);
  const stretch = (lengthsOnArch().at(-1) ?? 0) / total;
  const before = row.slice(0, tooth.position - 1).reduce((sum, other) => sum + placeWidth(other), 0);
  return [before * stretch, (before + placeWidth(tooth)) * stretch];
}

/** Gap between a tooth and the primary tooth behind it. */
const BEHIND_GAP = 0.8;
/**
 * Distance from a primary tooth behind its successor to its label. Space is tight there: when others are beside it,
 * labels from column 4 on move inwards by these steps, so that even `URA` and `URB` do not overlap.
 */
const BEHIND_LABEL = { gap: 2.6, step: 3.2, stepsAmongOthers: [0, 0, 0, 0, 2, 0, 1, 2, 0, 0] };
/** Labels of teeth within this many columns can overlap. */
const NEAR_COLUMNS = 2;

const gapBetween = (a: Frame, b: Frame) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);

/** Places a tooth on the arch, or behind its successor with its label moved inwards by `steps`. */
function place(tooth: Tooth, successor: Tooth | null = null, steps = 0): PlacedTooth {
  const sign = tooth.side === 'left' ? 1 : -1;
  const { width, depth } = sizeOf(tooth);
  const [near, far] = placeOf(tooth);
  const onArch = (length: number) => frameAt(tooth.jaw, angleAtLength(sign * length));
  const back = successor ? sizeOf(successor).depth / 2 + BEHIND_GAP + depth / 2 : 0;
  const standing = (length: number): Frame => {
    const frame = onArch(length);
    return { ...frame, at: offset(frame, -back) };
  };
  const [frame, a, b] = [standing((near + far) / 2), standing(near), standing(far)];
  // The arch is shorter further inside, and each place with it.
  const narrowing = gapBetween(a, b) / gapBetween(onArch(near), onArch(far));
  const stretch = ((far - near) / placeWidth(tooth)) * narrowing;
  const onChart = ([x, y]: Point): Point => {
    const [along, inward] = [sign * x * width * stretch * 0.99, y * depth];
    return [
      frame.at[0] + frame.along[0] * along - frame.out[0] * inward,
      frame.at[1] + frame.along[1] * along - frame.out[1] * inward,
    ];
  };
  const shape = shapeOf(tooth);
  const ring = successor
    ? -depth / 2 - BEHIND_LABEL.gap - steps * BEHIND_LABEL.step
    : DEEPEST + LABEL_GAP.above + Math.abs(frame.out[0]) * LABEL_GAP.beside;
  const [inner, outer] = successor ? [ring - 2.6, depth / 2] : [-depth / 2 - 1.5, ring + 2.6];
  return {
    tooth,
    isBehind: successor !== null,
    outline: smoothPath(shape.outline.map(onChart), true),
    table: smoothPath(
      shape.outline.map(([x, y]) => onChart([x * 0.7, y * 0.7])),
      true,
    ),
    details: shape.details.map((curve) => smoothPath(curve.map(onChart), false)),
    target: polygonPath([offset(a, inner), offset(a, outer), offset(b, outer), offset(b, inner)]),
    centre: frame.at,
    label: offset(frame, ring),
  };
}

const known = new Map<string, PlacedTooth>();

/** Computed once and on demand, so that pages without a chart do not pay for it. */
function placed(tooth: Tooth, successor: Tooth | null = null, steps = 0): PlacedTooth {
  const key = `${tooth.fdi} ${successor?.fdi ?? ''} ${steps}`;
  const there = known.get(key) ?? place(tooth, successor, steps);
  known.set(key, there);
  return there;
}

const successorOf = (tooth: Tooth): Tooth | null =>
  tooth.dentition === 'primary' ? toothAt(tooth.id) : null;

/**
 * The place of each of these teeth by FDI number; unknown numbers are left out. A primary tooth whose successor is
 * among them is placed behind it.
 */
export function placesOf(teeth: readonly number[]): ReadonlyMap<number, PlacedTooth> {
  const standing = new Set(teeth);
  const isBehind = (tooth: Tooth) => standing.has(successorOf(tooth)?.fdi ?? 0);
  const all = teeth.flatMap((fdi) => toothOf(fdi) ?? []);
  const allBehind = all.filter(isBehind);
  const isAmongOthers = ({ fdi, jaw, column }: Tooth) =>
    allBehind.some(
      (other) => other.fdi !== fdi && other.jaw === jaw && Math.abs(other.column - column) <= NEAR_COLUMNS,
    );
  return new Map(
    all.map((tooth) => {
      if (!isBehind(tooth)) return [tooth.fdi, placed(tooth)];
      const steps = isAmongOthers(tooth) ? BEHIND_LABEL.stepsAmongOthers[tooth.column - 4] : 0;
      return [tooth.fdi, placed(tooth, successorOf(tooth), steps)];
    }),
  );
}

/** The line through the teeth of a jaw, for bands and appliances. */
export function archPath(jaw: Jaw): string {
  const angles = Array.from({ length: 25 }, (_, i) => ((i - 12) / 12) * (Math.PI / 2) * 0.925);
  return smoothPath(
    angles.map((angle) => frameAt(jaw, angle).at),
    false,
  );
}

/** A bar across the contact of two neighbouring teeth. */
export function connectorPath(a: PlacedTooth, b: PlacedTooth): string {
  const between = (share: number): Point => [
    a.centre[0] + (b.centre[0] - a.centre[0]) * share,
    a.centre[1] + (b.centre[1] - a.centre[1]) * share,
  ];
  return `M${between(0.36).join(' ')}L${between(0.64).join(' ')}`;
}
