import { looksEmpty } from '@cusp/text/unseen';
import { joinedUnits, unitKey } from './connectors.ts';
import { mixedPieces } from './joined-materials.ts';
import { layerOf } from './layers.ts';
import type { Connector, Order, OrderLine } from './order.ts';
import { isRestorationType, restorationFacts } from './restorations.ts';
import { conflictsOnTooth, excludeEachOther } from './same-tooth.ts';
import { isUsualShade, isUsualStumpShade, spellingOf } from './shades.ts';
import { fdiToId, toothOf } from './teeth.ts';
import { inChartOrder } from './tooth-lists.ts';

/** Problems that the author may confirm as intended; all others must be solved before a case is sent. */
export const CONFIRMABLE = [
  'pontic_alone',
  'materials_differ',
  'tooth_twice',
  'shade_unusual',
  'stump_shade_unusual',
] as const;
export type ConfirmableCode = (typeof CONFIRMABLE)[number];

const REFUSED = [
  /** Born after today. */
  'birthdate_future',
  /** Born before 1900. */
  'birthdate_too_early',
  /** The same restoration on one tooth, or the same appliance for one jaw, in several lines. */
  'same_twice',
  /** Restorations on one tooth that exclude each other, such as crown and pontic. */
  'types_conflict',
  /** A permanent tooth and the primary tooth in the same position. */
  'both_dentitions',
  /** Implants, posts and similar work on a primary tooth. */
  'not_on_primary',
  /** A jaw and teeth of the other jaw in one line. */
  'other_jaw',
  /** A complete denture in a jaw whose own teeth get a restoration. */
  'denture_and_teeth',
] as const;

export type OrderProblemCode = ConfirmableCode | (typeof REFUSED)[number];

/** One contradiction in an order. */
export interface OrderProblem {
  code: OrderProblemCode;
  /** Indices of all restorations involved, ascending; empty for problems of the patient. */
  lines: number[];
  /** FDI numbers in chart order; empty for problems without teeth. */
  teeth: number[];
  /** Whether the author may confirm it as intended. */
  overridable: boolean;
  /** Whether all of `lines` confirm it. */
  isMeant: boolean;
  /**
   * Value in a line's `meant` that confirms exactly this problem. It contains code, teeth and restorations, so that a
   * confirmation expires when any of them changes.
   */
  mark: string;
}

/** The parts of an order that the rules check. */
export type RuledOrder = Pick<Order, 'restorations' | 'connectorChoices'> & {
  patient: Pick<Order['patient'], 'birthdate'>;
};
type Line = OrderLine;
type Found = Pick<OrderProblem, 'code' | 'lines' | 'teeth'> & { detail?: string };

/** Earliest plausible birth date of a living patient. */
export const FIRST_BIRTHDATE = '1900-01-01';

/**
 * All contradictions of an order, refused ones first. `today` is YYYY-MM-DD: the form passes the person's own
 * day, the server the latest day that is already today anywhere (UTC+14).
 */
export function orderProblems(
  { patient, restorations, connectorChoices }: RuledOrder,
  today: string,
): OrderProblem[] {
  const found = [
    ...birthdateProblems(patient.birthdate, today),
    ...toothProblems(restorations),
    ...applianceProblems(restorations),
    ...dentureProblems(restorations),
    ...lonelyPontics(restorations, connectorChoices),
    ...materialProblems(restorations, connectorChoices),
    ...restorations.flatMap((line, index) => lineProblems(line, index)),
  ];
  const problems = merged(found).map(({ code, lines, teeth, detail }): OrderProblem => {
    const overridable = CONFIRMABLE.some((each) => each === code);
    const mark = [code, teeth.join(','), detail ?? ''].join(':');
    const isMeant = overridable && lines.every((line) => restorations[line]?.meant.includes(mark));
    return { code, lines, teeth, overridable, isMeant, mark };
  });
  return [...problems.filter((each) => !each.overridable), ...problems.filter((each) => each.overridable)];
}

/** The problems that prevent sending: all that are not confirmed. */
export function openProblems(order: RuledOrder, today: string): OrderProblem[] {
  return orderProblems(order, today).filter(({ isMeant }) => !isMeant);
}

/** The lines without outdated confirmations; returns the same objects if nothing changes. */
export function withCurrentMarks<L extends Line>(
  restorations: readonly L[],
  connectorChoices: readonly Connector[],
): L[] {
  const order = { restorations: [...restorations], connectorChoices: [...connectorChoices] };
  const problems = orderProblems({ patient: { birthdate: null }, ...order }, '');
  return restorations.map((line, index) => {
    const marks = problems.filter(({ lines, overridable }) => overridable && lines.includes(index));
    const meant = line.meant.filter((mark) => marks.some((each) => each.mark === mark));
    return meant.length === line.meant.length ? line : { ...line, meant };
  });
}

/** The codes that a line confirms, without duplicates. */
export function confirmedCodes(meant: readonly string[]): ConfirmableCode[] {
  return CONFIRMABLE.filter((code) => meant.some((mark) => mark.startsWith(`${code}:`)));
}

function birthdateProblems(birthdate: string | null, today: string): Found[] {
  if (birthdate === null || birthdate.startsWith('0001-01-01')) return [];
  if (birthdate > today) return [{ code: 'birthdate_future', lines: [], teeth: [] }];
  return birthdate < FIRST_BIRTHDATE ? [{ code: 'birthdate_too_early', lines: [], teeth: [] }] : [];
}

/** Conflicts between lines about one tooth or one position in the mouth. */
function toothProblems(restorations: readonly Line[]): Found[] {
  const places = new Map<string, Map<number, number[]>>();
  for (const [index, { teeth }] of restorations.entries())
    for (const fdi of new Set(teeth)) {
      const place = places.get(fdiToId(fdi) ?? String(fdi)) ?? new Map<number, number[]>();
      places.set(fdiToId(fdi) ?? String(fdi), place.set(fdi, [...(place.get(fdi) ?? []), index]));
    }
  return [...places.values()].flatMap((place) => {
    const found: Found[] = [];
    if (place.size > 1)
      found.push({ code: 'both_dentitions', lines: [...place.values()].flat(), teeth: [...place.keys()] });
    for (const [fdi, lines] of place) {
      const typed = lines.map((line) => ({ line, type: restorations[line]?.type ?? '' }));
      for (const conflict of conflictsOnTooth(typed)) found.push({ ...conflict, teeth: [fdi] });
    }
    return found;
  });
}

/** The same appliance ordered twice for one jaw, in the same material and shade. */
function applianceProblems(restorations: readonly Line[]): Found[] {
  const same = new Map<string, number[]>();
  for (const [index, { type, arch, material, shade }] of restorations.entries()) {
    if (arch === null || !isRestorationType(type) || restorationFacts(type).scope !== 'arch') continue;
    const key = JSON.stringify([type, arch, material, spellingOf(shade)]);
    same.set(key, [...(same.get(key) ?? []), index]);
  }
  return [...same.values()]
    .filter((lines) => lines.length > 1)
    .map((lines) => ({ code: 'same_twice', lines, teeth: [] }));
}

/** Fixed work on teeth or roots, which a jaw with a complete denture no longer has. */
const ON_OWN_TEETH = [
  'crown',
  'inlay',
  'onlay',
  'overlay',
  'veneer',
  'bridge_abutment',
  'pontic',
  'inlay_retainer',
  'adhesive_wing',
];
/** Appliances that are held by teeth. */
const ON_OWN_ARCH = ['partial_denture', 'aligner', 'bleaching_tray', 'retainer', 'space_maintainer'];

/** Telescopes, copings and implants may carry a complete denture; crowns and bridges in its jaw contradict it. */
function dentureProblems(restorations: readonly Line[]): Found[] {
  return (['upper', 'lower'] as const).flatMap((jaw): Found[] => {
    const dentures = indicesOf(restorations, ({ type, arch }) => type === 'complete_denture' && arch === jaw);
    if (dentures.length === 0) return [];
    const inJaw = (fdi: number) => toothOf(fdi)?.jaw === jaw;
    const others = indicesOf(
      restorations,
      ({ type, arch, teeth }) =>
        (ON_OWN_TEETH.includes(type) && teeth.some(inJaw)) || (ON_OWN_ARCH.includes(type) && arch === jaw),
    );
    const teeth = others.flatMap((line) => restorations[line]?.teeth.filter(inJaw) ?? []);
    return others.length > 0 ? [{ code: 'denture_and_teeth', lines: [...dentures, ...others], teeth }] : [];
  });
}

const indicesOf = (restorations: readonly Line[], matches: (line: Line) => boolean): number[] =>
  restorations.flatMap((line, index) => (matches(line) ? [index] : []));

/** Contradictions within one line. */
function lineProblems(line: Line, index: number): Found[] {
  const { type, teeth, arch, shade, stumpShade } = line;
  const found: Found[] = [];
  const primary = teeth.filter((fdi) => toothOf(fdi)?.dentition === 'primary');
  const refused = looksEmpty(type) || restorationFacts(type).onPrimary ? [] : primary;
  if (refused.length > 0) found.push({ code: 'not_on_primary', lines: [index], teeth: refused });
  const elsewhere = teeth.filter((fdi) => arch !== null && toothOf(fdi)?.jaw !== arch);
  if (elsewhere.length > 0) found.push({ code: 'other_jaw', lines: [index], teeth: elsewhere });
  const unusual = (code: ConfirmableCode, text: string) =>
    found.push({ code, lines: [index], teeth: [], detail: text.trim() });
  if (!looksEmpty(shade) && !isUsualShade(shade)) unusual('shade_unusual', shade);
  if (!looksEmpty(stumpShade) && !isUsualStumpShade(stumpShade)) unusual('stump_shade_unusual', stumpShade);
  return found;
}

/**
 * Pontics without support: not joined to any unit on a tooth or an implant. Other work in the pontic's own position is
 * no support; work that contradicts it there is reported separately.
 */
function lonelyPontics(restorations: readonly Line[], choices: readonly Connector[]): Found[] {
  const pairs = joinedUnits(restorations, choices);
  const missing = new Set(restorations.flatMap(({ type, teeth }) => (type === 'pontic' ? teeth : [])));
  const carries = (type: string) => (fdi: number) =>
    type !== 'pontic' && (!missing.has(fdi) || excludeEachOther(type, 'pontic'));
  const unitOf = (type: string) => (fdi: number) => unitKey(fdi, layerOf(type));
  const carried = new Set(
    restorations.flatMap(({ type, teeth }) => teeth.filter(carries(type)).map(unitOf(type))),
  );
  for (let size = -1; size !== carried.size; ) {
    size = carried.size;
    for (const pair of pairs)
      if (pair.some((unit) => carried.has(unit))) for (const unit of pair) carried.add(unit);
  }
  return restorations.flatMap(({ type, teeth }, index): Found[] => {
    const alone = type === 'pontic' ? teeth.filter((fdi) => !carried.has(unitOf(type)(fdi))) : [];
    return alone.length > 0 ? [{ code: 'pontic_alone', lines: [index], teeth: alone }] : [];
  });
}

/** Joined units of materials that cannot be one piece. */
const materialProblems = (restorations: readonly Line[], choices: readonly Connector[]): Found[] =>
  mixedPieces(restorations, choices).map(({ lines, teeth, materials }) => ({
    code: 'materials_differ',
    lines,
    teeth,
    detail: materials.join('+'),
  }));

/**
 * Merges findings with the same code and lines into one problem with several teeth. Pieces of different materials stay
 * apart, because a confirmation for two pieces must not count for the one that they become when they are joined.
 */
function merged(found: readonly Found[]): Found[] {
  const byKey = new Map<string, Found>();
  for (const { code, lines, teeth, detail } of found) {
    const sorted = [...new Set(lines)].sort((a, b) => a - b);
    const piece = code === 'materials_differ' ? teeth.join(' ') : '';
    const key = `${code} ${sorted.join(' ')} ${detail ?? ''} ${piece}`;
    const before = byKey.get(key);
    byKey.set(key, {
      code,
      lines: sorted,
      teeth: inChartOrder([...(before?.teeth ?? []), ...teeth]),
      detail,
    });
  }
  return [...byKey.values()];
}
