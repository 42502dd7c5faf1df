import { joinedUnits, unitKey } from '@cusp/dental/connectors';
import { layerOf } from '@cusp/dental/layers';
import { lookOf, typeColour } from '@cusp/dental/odontogram/restoration-look';
import { mayStandOn, settle, shadeNeed } from '@cusp/dental/restoration-choices';
import { restorationFacts } from '@cusp/dental/restorations';
import { type Jaw, TEETH, toothOf } from '@cusp/dental/teeth';
import { inChartOrder, neighbourRuns } from '@cusp/dental/tooth-lists';
import { uuid } from '../../../client/uuid.ts';
import type { OdontogramGroup } from '../../../dental-ui/odontogram/odontogram.types.ts';
import { emptyRow, type FormFields, type Row } from '../form-fields.ts';

/** The number of the n-th restoration and the colour of its type, on the chart and in the list. */
export const markOf = (index: number, type: string) => ({
  mark: String(index + 1),
  color: typeColour(type),
});

/** The chart groups of the rows. */
export function chartGroups(rows: readonly Row[], nameOf: (type: string) => string): OdontogramGroup[] {
  return rows.map((row, index) => ({
    key: row.key,
    ...markOf(index, row.type),
    name: nameOf(row.type),
    teeth: row.teeth,
    arch: row.arch,
    look: lookOf(row.type),
  }));
}

const settled = (row: Row): Row => ({ ...row, ...settle(row) });

/** The jaw of all these teeth, null for no teeth and for both jaws. */
function jawOfTeeth(teeth: readonly number[]): Jaw | null {
  const jaws = new Set(teeth.map((fdi) => toothOf(fdi)?.jaw ?? null));
  return jaws.size === 1 ? ([...jaws][0] ?? null) : null;
}

/** Changes the type; an appliance takes the jaw of the teeth it had, a tooth restoration loses its jaw. */
export function withType(row: Row, type: string): Row {
  const isForArch = restorationFacts(type).scope === 'arch';
  return settled({
    ...row,
    displayName: '',
    ...(isForArch && row.toothText ? { toothText: '' } : {}),
    type,
    arch: isForArch ? (row.arch ?? jawOfTeeth(row.teeth)) : row.arch,
  });
}

/** Changes the teeth; those that the type does not allow are left out. A row without a type takes all. */
export function withTeeth(row: Row, teeth: readonly number[]): Row {
  const standing = row.type === '' ? teeth : teeth.filter((fdi) => mayStandOn(row.type, fdi));
  return { ...row, teeth: inChartOrder(standing) };
}

export function newRow(type: string, teeth: readonly number[]): Row {
  const row = { ...emptyRow(), teeth: inChartOrder(teeth) };
  return type === '' ? row : withType(row, type);
}

/** The widest gap that a bridge spans: the four incisors. */
const WIDEST_GAP = 4;

interface Bridge {
  abutments: number[];
  pontics: number[];
}

/**
 * The bridge over these teeth, null if they cannot form one. Skipped teeth are the pontics; with three or more adjacent
 * teeth the ends are the abutments.
 */
function bridgeOver(teeth: readonly number[]): Bridge | null {
  const chosen = inChartOrder(teeth);
  const [first, last] = [chosen[0], chosen.at(-1)];
  const [from, to] = [first && toothOf(first), last && toothOf(last)];
  if (!from || !to) return null;
  const span = TEETH.filter(
    ({ jaw, dentition, column }) =>
      jaw === from.jaw && dentition === from.dentition && column >= from.column && column <= to.column,
  ).map(({ fdi }) => fdi);
  if (chosen.some((fdi) => !span.includes(fdi)) || span.length < 3) return null;
  const left = span.filter((fdi) => !chosen.includes(fdi));
  if (left.length === 0) return { abutments: [from.fdi, to.fdi], pontics: span.slice(1, -1) };
  const isTooWide = neighbourRuns(left).some((gap) => gap.length > WIDEST_GAP);
  return isTooWide ? null : { abutments: chosen, pontics: left };
}

export const canBridge = (teeth: readonly number[]): boolean => bridgeOver(teeth) !== null;

/** The restorations of a bridge over these teeth. */
export function bridgeRows(teeth: readonly number[]): Row[] {
  const bridge = bridgeOver(teeth);
  return bridge ? [newRow('bridge_abutment', bridge.abutments), newRow('pontic', bridge.pontics)] : [];
}

/** A copy to edit: an appliance for the other jaw, anything else for other teeth. */
export function copyOf(row: Row): Row {
  const other = { upper: 'lower', lower: 'upper' } as const;
  const { toothText: _, ...rest } = row;
  return { ...rest, key: uuid(), teeth: [], arch: row.arch && other[row.arch], meant: [] };
}

export const replaceRow = (rows: readonly Row[], row: Row): Row[] =>
  rows.map((each) => (each.key === row.key ? row : each));

/** Inserts rows after the one with this key, or at the end. */
export function insertRows(rows: readonly Row[], added: readonly Row[], after?: string): Row[] {
  const at = rows.findIndex(({ key }) => key === after);
  return at < 0 ? [...rows, ...added] : [...rows.slice(0, at + 1), ...added, ...rows.slice(at + 1)];
}

type Made = Pick<FormFields, 'restorations' | 'connectorChoices'>;

/**
 * Changes material or shade of one row, and of the units joined to it whose value was empty or the same, because a
 * bridge is made in one piece.
 */
export function withMake(
  { restorations: rows, connectorChoices }: Made,
  key: string,
  make: Partial<Pick<Row, 'material' | 'shade' | 'stumpShade'>>,
): Row[] {
  const before = rows.find((row) => row.key === key);
  if (!before) return [...rows];
  const joined = joinedTo({ restorations: rows, connectorChoices }, key);
  return rows.map((row) => {
    if (row.key === key) return settled({ ...row, ...make });
    if (!joined.has(row.key)) return row;
    const follows = (field: 'material' | 'shade') =>
      make[field] !== undefined && (!row[field] || row[field] === before[field]);
    const next = { ...row };
    if (follows('material') && offers(row.type, make.material)) next.material = make.material ?? null;
    if (follows('shade') && shadeNeed(row.type, next.material) !== 'none') next.shade = make.shade ?? '';
    return settled(next);
  });
}

const offers = (type: string, material: string | null | undefined): boolean =>
  material === null || restorationFacts(type).materials.some((code) => code === material);

/** Keys of all rows that belong to the same bridge. */
function joinedTo({ restorations: rows, connectorChoices }: Made, key: string): Set<string> {
  const pairs = joinedUnits(rows, connectorChoices);
  const joined = new Set([key]);
  const unitsOf = ({ type, teeth }: Row) => teeth.map((fdi) => unitKey(fdi, layerOf(type)));
  for (let size = 0; size !== joined.size; ) {
    size = joined.size;
    const units = new Set(rows.filter((row) => joined.has(row.key)).flatMap(unitsOf));
    const reached = new Set(pairs.filter((pair) => pair.some((unit) => units.has(unit))).flat());
    for (const row of rows) if (unitsOf(row).some((unit) => reached.has(unit))) joined.add(row.key);
  }
  joined.delete(key);
  return joined;
}
