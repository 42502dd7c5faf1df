import type { Tooth } from '../teeth.ts';

/** A point in the tooth's unit square: x from mesial −0.5 to distal 0.5, y from buccal −0.5 to lingual 0.5. */
export type Point = readonly [x: number, y: number];

export interface ToothShape {
  /** Closed outline in occlusal view. */
  readonly outline: readonly Point[];
  /** Edges, ridges and fissures: open curves. */
  readonly details: readonly (readonly Point[])[];
}

/** Mesiodistal widths in mm from the midline; lower incisors are widened as touch targets. */
const WIDTHS = {
  upper: [8.4, 6.8, 7.5, 7.0, 7.0, 10.0, 9.3, 8.4],
  lower: [6.7, 6.8, 7.2, 7.0, 7.2, 10.7, 10.1, 9.3],
} as const;
/** Buccolingual depths in mm, about a tenth larger than in the mouth to leave room for marks. */
const DEPTHS = {
  upper: [7.8, 7.2, 8.8, 9.8, 9.8, 11.4, 11.1, 10.2],
  lower: [7.2, 7.3, 8.3, 8.8, 9.2, 10.8, 10.5, 9.9],
} as const;
/** Primary teeth are drawn in the places of their successors, slightly smaller. */
const PRIMARY_SCALE = 0.86;

const mirrored = (half: readonly Point[]): Point[] => [
  ...half,
  ...half
    .filter(([x]) => x !== 0)
    .map(([x, y]): Point => [-x, y])
    .reverse(),
];

/** Parses points written as `x y, x y`. */
const curve = (text: string): Point[] =>
  text.split(', ').map((pair): Point => {
    const [x, y] = pair.split(' ').map(Number);
    return [x ?? 0, y ?? 0];
  });

const INCISOR: ToothShape = {
  outline: mirrored(curve('0 -0.5, 0.27 -0.46, 0.46 -0.3, 0.44 -0.06, 0.33 0.25, 0.18 0.45, 0 0.5')),
  details: [curve('-0.36 -0.16, 0 -0.26, 0.36 -0.16'), curve('-0.17 0.22, 0 0.12, 0.17 0.22')],
};

const CANINE: ToothShape = {
  outline: mirrored(curve('0 -0.5, 0.24 -0.42, 0.45 -0.14, 0.38 0.16, 0.2 0.42, 0 0.5')),
  details: [
    curve('-0.34 -0.06, -0.1 -0.13, 0 -0.16, 0.1 -0.13, 0.34 -0.06'),
    curve('0 -0.16, 0.015 0.08, 0 0.28'),
  ],
};

const UPPER_PREMOLAR: ToothShape = {
  outline: mirrored(curve('0 -0.5, 0.3 -0.43, 0.46 -0.2, 0.44 0.1, 0.34 0.37, 0.16 0.48, 0 0.5')),
  details: [
    curve('-0.3 -0.12, -0.22 0.02, 0 0.04, 0.22 0.02, 0.3 -0.12'),
    curve('-0.22 0.02, -0.29 0.14'),
    curve('0.22 0.02, 0.29 0.14'),
  ],
};

const LOWER_PREMOLAR: ToothShape = {
  outline: mirrored(curve('0 -0.5, 0.29 -0.44, 0.46 -0.2, 0.45 0.1, 0.32 0.37, 0 0.48')),
  details: [curve('-0.3 -0.1, -0.2 0.06, 0 0.12, 0.2 0.06, 0.3 -0.1'), curve('0 0.12, 0.03 0.3')],
};

const UPPER_MOLAR: ToothShape = {
  outline: curve(
    '-0.44 -0.33, -0.24 -0.49, -0.02 -0.45, 0.2 -0.48, 0.41 -0.33, 0.47 -0.02, 0.43 0.28, 0.27 0.44, 0.1 0.43, -0.14 0.5, -0.37 0.4, -0.46 0.05',
  ),
  details: [
    curve('-0.33 0, -0.18 -0.04, -0.03 -0.1, -0.02 -0.33'),
    curve('-0.03 -0.1, 0.08 -0.02, 0.14 0.02'),
    curve('0.34 -0.06, 0.24 0.06, 0.13 0.16, 0.1 0.34'),
  ],
};

const THIRD_UPPER_MOLAR: ToothShape = {
  outline: curve(
    '-0.44 -0.28, -0.22 -0.47, 0 -0.44, 0.22 -0.46, 0.42 -0.28, 0.44 0, 0.28 0.32, 0.02 0.48, -0.28 0.38, -0.45 0.05',
  ),
  details: [
    curve('-0.3 0.02, -0.12 -0.04, 0 -0.08, 0 -0.28'),
    curve('0 -0.08, 0.14 0.02, 0.28 0.02'),
    curve('0.14 0.02, 0.12 0.2'),
  ],
};

/** The lower first molar has three buccal cusps. */
const FIVE_CUSPS: ToothShape = {
  outline: curve(
    '-0.45 -0.32, -0.31 -0.47, -0.14 -0.44, 0.03 -0.49, 0.19 -0.43, 0.36 -0.36, 0.47 -0.12, 0.46 0.2, 0.36 0.43, 0.18 0.48, 0 0.44, -0.2 0.49, -0.42 0.38, -0.48 0.04',
  ),
  details: [
    curve('-0.34 0.02, -0.2 0, -0.08 0.06, 0.06 0, 0.2 0.04, 0.34 0'),
    curve('-0.08 0.06, -0.15 -0.12, -0.14 -0.32'),
    curve('0.14 0.01, 0.2 -0.14, 0.2 -0.3'),
    curve('0.01 0.02, 0.02 0.18, 0 0.33'),
  ],
};

const FOUR_CUSPS: ToothShape = {
  outline: curve(
    '-0.43 -0.35, -0.23 -0.48, 0 -0.44, 0.22 -0.48, 0.42 -0.34, 0.47 0, 0.41 0.36, 0.2 0.48, 0 0.44, -0.22 0.48, -0.42 0.37, -0.48 0',
  ),
  details: [
    curve('-0.33 -0.02, -0.16 0.03, 0 0, 0.16 0.03, 0.33 -0.02'),
    curve('0 -0.32, 0.015 -0.14, 0 0, -0.015 0.16, 0 0.32'),
  ],
};

/** The shape of a tooth in occlusal view. */
export function shapeOf(tooth: Tooth): ToothShape {
  const upper = tooth.jaw === 'upper';
  if (tooth.kind === 'incisor') return INCISOR;
  if (tooth.kind === 'canine') return CANINE;
  if (tooth.kind === 'premolar') return upper ? UPPER_PREMOLAR : LOWER_PREMOLAR;
  if (upper) return tooth.nameKey === 'thirdMolar' ? THIRD_UPPER_MOLAR : UPPER_MOLAR;
  const five = tooth.nameKey === (tooth.dentition === 'primary' ? 'secondMolar' : 'firstMolar');
  return five ? FIVE_CUSPS : FOUR_CUSPS;
}

/** Width of the tooth's place in the arch, mm; the same for both dentitions. */
export function placeWidth(tooth: Tooth): number {
  return WIDTHS[tooth.jaw][tooth.position - 1] ?? 7;
}

/** Drawn size in mm: along the arch and across it. */
export function sizeOf(tooth: Tooth): { width: number; depth: number } {
  const depth = DEPTHS[tooth.jaw][tooth.position - 1] ?? 8;
  const scale = tooth.dentition === 'primary' ? PRIMARY_SCALE : 1;
  return { width: placeWidth(tooth) * (scale === 1 ? 1 : 0.92), depth: depth * scale };
}
