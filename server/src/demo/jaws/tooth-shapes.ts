/** A height of the crown (0 at the gum, 1 at the biting end) and a fraction of the half width there. */
export type Profile = readonly (readonly [height: number, fraction: number])[];

/** Where a cusp stands, as fractions of the half widths, and how far below the highest one its tip is (mm). */
export type Cusp = readonly [distal: number, buccal: number, below: number];

/** A crown in millimetres. Sizes are the mean values that books on dental anatomy give. */
export interface ToothShape {
  mesiodistal: number;
  buccolingual: number;
  height: number;
  /** 2 is an ellipse seen from above, 4 nearly a rectangle. */
  squareness: number;
  side: Profile;
  buccal: Profile;
  /** Negative towards the tongue. */
  lingual: Profile;
  /** Empty for teeth with a cutting edge. */
  cusps: readonly Cusp[];
  /** How much lower the corners of a cutting edge are (mm). */
  edgeFall: number;
  /** Lean of the crown towards cheek or lip, in degrees. */
  lean: number;
}

const front = {
  squareness: 2.5,
  side: [
    [-0.3, 0.6],
    [0, 0.72],
    [0.5, 0.92],
    [0.8, 1],
    [1, 0.93],
  ],
  buccal: [
    [-0.3, 0.7],
    [0, 0.86],
    [0.3, 1],
    [0.7, 0.86],
    [0.93, 0.6],
    [1, 0.42],
  ],
  lingual: [
    [-0.3, -0.7],
    [0, -0.88],
    [0.22, -0.98],
    [0.5, -0.5],
    [0.75, -0.1],
    [0.93, 0.12],
    [1, 0.26],
  ],
  cusps: [],
  edgeFall: 0.7,
} as const satisfies Partial<ToothShape>;

const canine = {
  squareness: 2.3,
  side: [
    [-0.3, 0.6],
    [0, 0.74],
    [0.45, 0.95],
    [0.68, 1],
    [0.9, 0.72],
    [1, 0.5],
  ],
  buccal: [
    [-0.3, 0.7],
    [0, 0.88],
    [0.35, 1],
    [0.75, 0.8],
    [1, 0.3],
  ],
  lingual: [
    [-0.3, -0.7],
    [0, -0.88],
    [0.25, -1],
    [0.55, -0.62],
    [0.8, -0.25],
    [1, 0],
  ],
  cusps: [],
  edgeFall: 2,
} as const satisfies Partial<ToothShape>;

const back = {
  side: [
    [-0.4, 0.72],
    [0, 0.84],
    [0.45, 0.96],
    [0.68, 1],
    [0.9, 0.95],
    [1, 0.86],
  ],
  buccal: [
    [-0.4, 0.74],
    [0, 0.9],
    [0.3, 1],
    [0.6, 0.94],
    [0.85, 0.8],
    [1, 0.64],
  ],
  lingual: [
    [-0.4, -0.74],
    [0, -0.86],
    [0.4, -1],
    [0.65, -0.96],
    [0.88, -0.82],
    [1, -0.66],
  ],
  edgeFall: 0,
} as const satisfies Partial<ToothShape>;

const upperPremolar: readonly Cusp[] = [
  [0, 0.52, 0],
  [0.02, -0.5, 0.7],
];
const lowerPremolar: readonly Cusp[] = [
  [0, 0.5, 0],
  [-0.1, -0.52, 1.5],
];
const upperMolar: readonly Cusp[] = [
  [-0.42, 0.52, 0.1],
  [0.42, 0.52, 0.4],
  [-0.38, -0.5, 0],
  [0.46, -0.54, 0.9],
];
const lowerMolar: readonly Cusp[] = [
  [-0.55, 0.54, 0.2],
  [0.02, 0.58, 0.2],
  [0.62, 0.42, 0.6],
  [-0.46, -0.54, 0],
  [0.46, -0.54, 0.1],
];
const lowerSecondMolar: readonly Cusp[] = [
  [-0.44, 0.54, 0.1],
  [0.46, 0.54, 0.3],
  [-0.44, -0.54, 0],
  [0.46, -0.54, 0.2],
];

function shape(
  base: Omit<ToothShape, 'mesiodistal' | 'buccolingual' | 'height' | 'lean' | 'cusps' | 'squareness'> &
    Partial<ToothShape>,
  [mesiodistal, buccolingual, height, lean]: readonly [number, number, number, number],
  rest: Partial<ToothShape> = {},
): ToothShape {
  return { squareness: 3, cusps: [], ...base, mesiodistal, buccolingual, height, lean, ...rest };
}

/** Position 1 (central incisor) to 8 (third molar). */
export const toothShapes: Record<'upper' | 'lower', readonly ToothShape[]> = {
  upper: [
    shape(front, [8.5, 7, 9.8, 14]),
    shape(front, [6.6, 6.2, 8.6, 13], { edgeFall: 0.9 }),
    shape(canine, [7.6, 8, 9.6, 8]),
    shape(back, [7.1, 9, 7.8, 3], { cusps: upperPremolar, squareness: 2.5 }),
    shape(back, [6.8, 9, 7.2, 2], { cusps: upperPremolar, squareness: 2.5 }),
    shape(back, [10.2, 11, 6.8, 3], { cusps: upperMolar, squareness: 3.1 }),
    shape(back, [9.4, 11, 6.4, 5], { cusps: upperMolar, squareness: 2.9 }),
    shape(back, [8.6, 10, 5.8, 7], { cusps: upperMolar, squareness: 2.7 }),
  ],
  lower: [
    shape(front, [5.3, 5.9, 8.2, 6], { edgeFall: 0.3 }),
    shape(front, [5.8, 6.2, 8.4, 5], { edgeFall: 0.4 }),
    shape(canine, [6.9, 7.6, 9.8, 2]),
    shape(back, [7, 7.7, 7.8, -5], { cusps: lowerPremolar, squareness: 2.4 }),
    shape(back, [7.1, 8.1, 7.2, -8], { cusps: lowerPremolar, squareness: 2.5 }),
    shape(back, [11.2, 10.4, 6.8, -11], { cusps: lowerMolar, squareness: 3.2 }),
    shape(back, [10.6, 10.1, 6.4, -13], { cusps: lowerSecondMolar, squareness: 3.2 }),
    shape(back, [10, 9.5, 5.8, -14], { cusps: lowerSecondMolar, squareness: 2.8 }),
  ],
};

/** The value of a profile at a height, on a smooth curve through its points. */
export function profileAt(profile: Profile, height: number): number {
  const last = profile.length - 1;
  let i = 0;
  while (i < last - 1 && height > (profile[i + 1] as Profile[number])[0]) i++;
  const [x0, y0] = profile[i] as Profile[number];
  const [x1, y1] = profile[i + 1] as Profile[number];
  const t = Math.min(1, Math.max(0, (height - x0) / (x1 - x0)));
  const before = slopeAt(profile, i) * (x1 - x0);
  const after = slopeAt(profile, i + 1) * (x1 - x0);
  const t2 = t * t;
  const t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * before + (3 * t2 - 2 * t3) * y1 + (t3 - t2) * after;
}

function slopeAt(profile: Profile, i: number): number {
  const [x0, y0] = profile[Math.max(0, i - 1)] as Profile[number];
  const [x1, y1] = profile[Math.min(profile.length - 1, i + 1)] as Profile[number];
  return (y1 - y0) / (x1 - x0);
}
