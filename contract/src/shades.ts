/** Suggestions for shade fields; any other text is allowed, as every scanner writes shades its own way. */

/** VITA classical A1–D4, the 16 tabs in the order of the guide. */
export const VITA_CLASSICAL: readonly string[] = [
  'A1',
  'A2',
  'A3',
  'A3.5',
  'A4',
  'B1',
  'B2',
  'B3',
  'B4',
  'C1',
  'C2',
  'C3',
  'C4',
  'D2',
  'D3',
  'D4',
];

/** VITA 3D-Master, the 26 natural tabs: value 1–5, hue L, M or R, chroma. */
export const VITA_3D_MASTER: readonly string[] = [
  '1M1',
  '1M2',
  ...['2', '3', '4'].flatMap((value) =>
    ['L1.5', 'L2.5', 'M1', 'M2', 'M3', 'R1.5', 'R2.5'].map((tab) => value + tab),
  ),
  '5M1',
  '5M2',
  '5M3',
];

/** Colours of prepared teeth, ND1 (light) to ND9 (dark). */
export const STUMP_SHADES: readonly string[] = Array.from({ length: 9 }, (_, tab) => `ND${tab + 1}`);
