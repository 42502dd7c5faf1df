import type { Random } from './random.ts';
import { type ToothShape, toothShapes } from './tooth-shapes.ts';

export type JawName = 'upper' | 'lower';

/** One tooth in its place. Millimetres and radians. */
export interface PlacedTooth {
  fdi: number;
  shape: ToothShape;
  /** Distance of its middle along the arch from the midline; negative on the patient's right. */
  along: number;
  /** Height of the gum at its middle above the plane the teeth bite on; negative. */
  gum: number;
  /** Turn around its own long axis. */
  turn: number;
  /** Lean towards lip or cheek. */
  lean: number;
  /** Lean towards the distal neighbour. */
  tip: number;
}

/** Where the curve of the arch is, and which way it runs. Patient's left is +x, the front is -y. */
export interface ArchSpot {
  x: number;
  y: number;
  /** Unit vector along the arch, from the patient's right to the left. */
  tangent: [number, number];
  /** Unit vector towards lip and cheek. */
  outward: [number, number];
}

export interface Arch {
  at(along: number): ArchSpot;
  teeth: PlacedTooth[];
  /** Half the length of the arch, to the back of the last tooth. */
  reach: number;
}

const curves: Record<JawName, { halfWidth: number; depth: number; front: number }> = {
  upper: { halfWidth: 25.5, depth: 41, front: -23 },
  lower: { halfWidth: 23.6, depth: 38.5, front: -20.2 },
};

/** Lays the teeth out along a curve, each touching the next, with the small disorder that mouths have. */
export function layOut(jaw: JawName, random: Random, count: number, missing: ReadonlySet<number>): Arch {
  const curve = curves[jaw];
  const width = curve.halfWidth * (1 + random.signed() * 0.05);
  const depth = curve.depth * (1 + random.signed() * 0.04);
  const size = 1 + random.signed() * 0.04;
  const at = curveOf(width, depth, curve.front);
  const teeth: PlacedTooth[] = [];
  let reach = 0;
  for (const side of [-1, 1] as const) {
    let edge = 0;
    for (let position = 1; position <= count / 2; position++) {
      const mean = toothShapes[jaw][position - 1] as ToothShape;
      const shape = scaled(mean, size * (1 + random.signed() * 0.015), random);
      const room = roomFor(shape, at(edge), at(edge + shape.mesiodistal));
      const along = edge + room / 2;
      edge += room;
      const fdi = quadrant(jaw, side) * 10 + position;
      const tooth: PlacedTooth = {
        fdi,
        shape,
        along: side * along,
        gum: levelOf(jaw, position) - shape.height + random.signed() * 0.15,
        turn: random.signed() * 0.07,
        lean: ((shape.lean + random.signed() * 2.5) * Math.PI) / 180,
        tip: ((3 + random.signed() * 2) * Math.PI) / 180,
      };
      if (!missing.has(fdi)) teeth.push(tooth);
    }
    reach = Math.max(reach, edge);
  }
  teeth.sort((a, b) => a.along - b.along);
  return { at, teeth, reach };
}

/**
 * Length of arch a tooth takes at its neck. Crowns that lean outwards on a curve fan apart where
 * they touch, so their necks stand closer than the crowns are wide, and the other way round.
 */
function roomFor(shape: ToothShape, from: ArchSpot, to: ArchSpot): number {
  const bend = Math.atan2(to.tangent[1], to.tangent[0]) - Math.atan2(from.tangent[1], from.tangent[0]);
  // Front teeth touch in front of the middle of their necks.
  const forward = shape.cusps.length > 0 ? 0 : 0.32 * (shape.buccolingual / 2);
  const outside = 0.75 * shape.height * Math.sin((shape.lean * Math.PI) / 180) + forward;
  return shape.mesiodistal * 0.975 - outside * bend;
}

/** FDI quadrants as the patient sees them: 1 upper right, 2 upper left, 3 lower left, 4 lower right. */
function quadrant(jaw: JawName, side: -1 | 1): number {
  if (jaw === 'upper') return side < 0 ? 1 : 2;
  return side < 0 ? 4 : 3;
}

/** How far a tooth reaches over the plane between the jaws: front teeth overlap, cusps interlock a little. */
function levelOf(jaw: JawName, position: number): number {
  if (position <= 2) return jaw === 'upper' ? 1.5 : 0.9;
  if (position === 3) return jaw === 'upper' ? 1.4 : 1;
  const spee = 0.12 * Math.max(0, position - 5) ** 2;
  return jaw === 'upper' ? 0.1 - spee : 0.1 + spee;
}

function scaled(mean: ToothShape, factor: number, random: Random): ToothShape {
  const wear = random.next() * 0.5;
  return {
    ...mean,
    mesiodistal: mean.mesiodistal * factor,
    buccolingual: mean.buccolingual * factor * (1 + random.signed() * 0.02),
    height: mean.height * (1 + random.signed() * 0.04) - wear,
    edgeFall: mean.edgeFall * (1 - wear * 0.5),
  };
}

/** The curve y = front + depth·(|x| / width)^2.8, walked by its length. */
function curveOf(width: number, depth: number, front: number): Arch['at'] {
  const step = 0.05;
  const power = 2.8;
  const xs = [0];
  const lengths = [0];
  const yAt = (x: number) => front + depth * (x / width) ** power;
  for (let x = step; (lengths.at(-1) as number) < 90; x += step) {
    lengths.push((lengths.at(-1) as number) + Math.hypot(step, yAt(x) - yAt(x - step)));
    xs.push(x);
  }
  return (along) => {
    const side = along < 0 ? -1 : 1;
    const distance = Math.abs(along);
    let low = 0;
    let high = lengths.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((lengths[middle] as number) > distance) high = middle;
      else low = middle;
    }
    const [a, b] = [lengths[low] as number, lengths[high] as number];
    const x = (xs[low] as number) + ((distance - a) / (b - a)) * step;
    const slope = ((power * depth) / width) * (x / width) ** (power - 1);
    const length = Math.hypot(1, slope);
    const tangent: [number, number] = [1 / length, (side * slope) / length];
    return { x: side * x, y: yAt(x), tangent, outward: [tangent[1], -tangent[0]] };
  };
}
