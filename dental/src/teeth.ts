/**
 * Teeth and their names. There are two keys: the chart position `tu1`…`tu16`, `td1`…`td16` (wire spelling, independent
 * of the dentition) and the FDI number of ISO 3950 (canonical, 11–48 permanent, 51–85 primary).
 * Charts are drawn as the dentist looks at the patient: the patient's right is on the left of the screen.
 */

export type Column = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;
export type ToothId = `tu${Column}` | `td${Column}`;
export type Jaw = 'upper' | 'lower';
/** The patient's side. */
export type Side = 'right' | 'left';
export type Dentition = 'permanent' | 'primary';
type ToothKind = 'incisor' | 'canine' | 'premolar' | 'molar';
type ToothNameKey =
  | 'centralIncisor'
  | 'lateralIncisor'
  | 'canine'
  | 'firstPremolar'
  | 'secondPremolar'
  | 'firstMolar'
  | 'secondMolar'
  | 'thirdMolar';

/** The number systems in the order of the menu. */
export const NUMBER_SYSTEMS = ['FDI', 'Universal', 'Palmer', 'PalmerDigital', 'Primary'] as const;
export type NumberSystem = (typeof NUMBER_SYSTEMS)[number];

export interface Tooth {
  /** FDI number, 11–48 or 51–85. */
  readonly fdi: number;
  readonly id: ToothId;
  readonly dentition: Dentition;
  readonly jaw: Jaw;
  readonly side: Side;
  /** Position from the midline: 1–8, primary teeth 1–5. */
  readonly position: number;
  /** Column from the left of the screen, 1–16. */
  readonly column: Column;
  readonly kind: ToothKind;
  readonly nameKey: ToothNameKey;
}

const COLUMNS: readonly Column[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

const PERMANENT: readonly (readonly [ToothKind, ToothNameKey])[] = [
  ['incisor', 'centralIncisor'],
  ['incisor', 'lateralIncisor'],
  ['canine', 'canine'],
  ['premolar', 'firstPremolar'],
  ['premolar', 'secondPremolar'],
  ['molar', 'firstMolar'],
  ['molar', 'secondMolar'],
  ['molar', 'thirdMolar'],
];
/** Five per quadrant: the primary molars are in the positions of the later premolars. */
const PRIMARY: typeof PERMANENT = [
  ...PERMANENT.slice(0, 3),
  ['molar', 'firstMolar'],
  ['molar', 'secondMolar'],
];

const QUADRANTS = { upper: { right: 1, left: 2 }, lower: { right: 4, left: 3 } } as const;

/**
 * The lower row is counted from the patient's right like the upper one: td1 = 48 … td16 = 38, so that tuN and tdN
 * oppose each other. The other reading (td1 = 38) would mirror every lower tooth; this function alone decides the
 * direction.
 */
const idAt = (jaw: Jaw, column: Column): ToothId => `${jaw === 'upper' ? 'tu' : 'td'}${column}`;

function teethAt(jaw: Jaw, column: Column): Tooth[] {
  const side: Side = column <= 8 ? 'right' : 'left';
  const position = column <= 8 ? 9 - column : column - 8;
  const quadrant = QUADRANTS[jaw][side];
  const make = (dentition: Dentition, [kind, nameKey]: (typeof PERMANENT)[number]): Tooth => ({
    fdi: (dentition === 'permanent' ? quadrant : quadrant + 4) * 10 + position,
    id: idAt(jaw, column),
    dentition,
    jaw,
    side,
    position,
    column,
    kind,
    nameKey,
  });
  return [
    ...PERMANENT.slice(position - 1, position).map((form) => make('permanent', form)),
    ...PRIMARY.slice(position - 1, position).map((form) => make('primary', form)),
  ];
}

/** All 52 teeth in chart order: upper row, then lower row, each from the left of the screen. */
export const TEETH: readonly Tooth[] = (['upper', 'lower'] as const).flatMap((jaw) =>
  COLUMNS.flatMap((column) => teethAt(jaw, column)),
);

const byFdi = new Map(TEETH.map((tooth) => [tooth.fdi, tooth]));
const byId = new Map(
  TEETH.filter((tooth) => tooth.dentition === 'permanent').map((tooth) => [tooth.id as string, tooth]),
);
const primaryById = new Map(
  TEETH.filter((tooth) => tooth.dentition === 'primary').map((tooth) => [tooth.id as string, tooth]),
);
const byPlace = new Map([...byId.values()].map((tooth) => [`${tooth.jaw}${tooth.column}`, tooth.id]));

/** The 32 chart positions in chart order. */
export const TOOTH_IDS: readonly ToothId[] = [...byPlace.values()];

/** The positions that can have a primary tooth: five per quadrant. */
export const PRIMARY_IDS: readonly ToothId[] = TOOTH_IDS.filter((id) => primaryById.has(id));

export function isToothId(text: string): text is ToothId {
  return byId.has(text);
}

/** The tooth with an FDI number; null for unknown numbers. */
export function toothOf(fdi: number): Tooth | null {
  return byFdi.get(fdi) ?? null;
}

export function isFdi(value: number): boolean {
  return byFdi.has(value);
}

/** The tooth at a chart position; null for a primary tooth at a molar position. */
export function toothAt(id: ToothId, dentition: Dentition = 'permanent'): Tooth | null {
  return (dentition === 'primary' ? primaryById : byId).get(id) ?? null;
}

/** FDI number of a chart position; null for a primary tooth at a molar position, never a neighbour's. */
export function fdiOf(id: ToothId, dentition: Dentition = 'permanent'): number | null {
  return toothAt(id, dentition)?.fdi ?? null;
}

/** Chart position of an FDI number of either dentition; null for unknown numbers. */
export function fdiToId(fdi: number): ToothId | null {
  return byFdi.get(fdi)?.id ?? null;
}

/** Dentition of an FDI number; null for unknown numbers. */
export function dentitionOf(fdi: number): Dentition | null {
  return byFdi.get(fdi)?.dentition ?? null;
}

/** Jaw of a chart position. */
export function jawOfTooth(id: ToothId): Jaw {
  return id.startsWith('tu') ? 'upper' : 'lower';
}

function idAtPlace(jaw: Jaw, column: number): ToothId | null {
  return byPlace.get(`${jaw}${column}`) ?? null;
}

/** The opposing position in the other jaw. */
export function opposingOf(id: ToothId): ToothId {
  const tooth = toothAt(id);
  return (tooth && idAtPlace(tooth.jaw === 'upper' ? 'lower' : 'upper', tooth.column)) ?? id;
}

/** The position `steps` columns to the right of the screen in the same jaw, null beyond the last tooth. */
export function neighbourOf(id: ToothId, steps: number): ToothId | null {
  const tooth = toothAt(id);
  return tooth && idAtPlace(tooth.jaw, tooth.column + steps);
}
