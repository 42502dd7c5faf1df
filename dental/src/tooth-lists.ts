import {
  fdiOf,
  fdiToId,
  isToothId,
  type NumberSystem,
  TEETH,
  type Tooth,
  type ToothId,
  toothOf,
} from './teeth.ts';
import { displayLabel } from './tooth-labels.ts';

interface ToothList {
  /** Known positions in chart order, without duplicates. */
  teeth: ToothId[];
  /** All other words as written, in their order, without duplicates. */
  unknown: string[];
}

const CHART_ORDER = new Map(TEETH.map((tooth, place) => [tooth.fdi, place]));
const chartPlace = (fdi: number) => CHART_ORDER.get(fdi) ?? CHART_ORDER.size;

/** FDI numbers in chart order without duplicates; unknown numbers come last. */
export function inChartOrder(teeth: readonly number[]): number[] {
  return [...new Set(teeth)].sort((a, b) => chartPlace(a) - chartPlace(b));
}

/** Parses `tooth_no`, for example `tu3, tu4`. Never fails, and keeps every word. */
export function parseToothList(text: string): ToothList {
  const words = text.split(',').flatMap((word) => word.trim() || []);
  const known = new Set<ToothId>();
  const unknown = new Set<string>();
  for (const word of words) {
    const id = word.toLowerCase();
    if (isToothId(id)) known.add(id);
    else unknown.add(word);
  }
  return {
    teeth: [...known].sort((a, b) => chartPlace(fdiOf(a) ?? 0) - chartPlace(fdiOf(b) ?? 0)),
    unknown: [...unknown],
  };
}

/** Runs of adjacent teeth of one arch and dentition, in chart order. 11 and 21 are adjacent. */
export const neighbourRuns = (teeth: readonly number[]): number[][] =>
  runsOf(teeth, (a, b) => a.dentition === b.dentition);

/**
 * Runs of neighbours in the mouth, in chart order: a primary tooth is beside the permanent teeth next to its place. Where
 * both teeth of a place are named, only one of them can be in the mouth, so neither has neighbours of the other dentition.
 */
export function mouthRuns(teeth: readonly number[]): number[][] {
  const places = new Map<string, number>();
  for (const fdi of new Set(teeth)) {
    const id = fdiToId(fdi);
    if (id) places.set(id, (places.get(id) ?? 0) + 1);
  }
  return runsOf(
    teeth,
    (a, b) => a.dentition === b.dentition || (places.get(a.id) === 1 && places.get(b.id) === 1),
  );
}

function runsOf(teeth: readonly number[], mayTouch: (a: Tooth, b: Tooth) => boolean): number[][] {
  const runs: number[][] = [];
  let last: Tooth | null = null;
  for (const fdi of inChartOrder(teeth)) {
    const tooth = toothOf(fdi);
    if (!tooth) continue;
    const touches = last?.jaw === tooth.jaw && last.column + 1 === tooth.column && mayTouch(last, tooth);
    if (touches) runs.at(-1)?.push(fdi);
    else runs.push([fdi]);
    last = tooth;
  }
  return runs;
}

/**
 * The ends of a run in the order people write them: ascending numbers or letters, Palmer from the midline or across it.
 */
export function endsOf(run: readonly number[], system: NumberSystem): [number, number] {
  const first = run[0] ?? 0;
  const last = run.at(-1) ?? first;
  const [a, b] = [toothOf(first), toothOf(last)];
  if (!a || !b) return [first, last];
  if (system === 'FDI') return first < last ? [first, last] : [last, first];
  const palmer = system === 'Palmer' || system === 'PalmerDigital';
  if (palmer) return a.side === b.side && a.position > b.position ? [last, first] : [first, last];
  return a.jaw === 'lower' ? [last, first] : [first, last];
}

/**
 * Teeth as spans: three or more adjacent teeth of one arch become `[first, last]`, shorter runs stay `[tooth]`. Uses
 * positions on the chart instead of arithmetic, because Universal 16 and 17 are in different jaws.
 */
export function toothSpans(teeth: readonly number[], system: NumberSystem): number[][] {
  return neighbourRuns(teeth).flatMap((run) =>
    run.length < 3 ? run.map((fdi) => [fdi]) : [endsOf(run, system)],
  );
}

/**
 * Teeth for display, for example `14–16, 21`. Accepts chart positions (read in the dentition of the system), FDI
 * numbers of either dentition, and unknown words, which are kept at the end.
 */
export function formatToothList(list: readonly (string | number)[], system: NumberSystem): string {
  return listOf(list, system, { mark: '' });
}

function listOf(
  list: readonly (string | number)[],
  system: NumberSystem,
  { mark }: { mark: '' | '#' },
): string {
  const teeth: number[] = [];
  const rest: string[] = [];
  for (const item of list) {
    const fdi = typeof item === 'number' ? item : fdiOfWord(item, system);
    if (fdi !== null && toothOf(fdi)) teeth.push(fdi);
    else rest.push(String(item));
  }
  const spans = toothSpans(teeth, system).map(
    (span) => mark + span.map((fdi) => displayLabel(fdi, system)).join('–'),
  );
  return [...spans, ...new Set(rest)].join(', ');
}

/**
 * Teeth for a text that does not name its number system, for example beside orders in other systems: Universal with the
 * number sign of American dentists (`#3–5, #A`), Palmer with quadrant letters. Only FDI numbers have no mark.
 */
export function toothListInText(teeth: readonly number[], system: NumberSystem): string {
  if (system === 'Palmer') return formatToothList(teeth, 'PalmerDigital');
  const isUniversal = system === 'Universal' || system === 'Primary';
  return listOf(teeth, system, { mark: isUniversal ? '#' : '' });
}

function fdiOfWord(word: string, system: NumberSystem): number | null {
  const id = word.trim().toLowerCase();
  return isToothId(id) ? fdiOf(id, system === 'Primary' ? 'primary' : 'permanent') : null;
}

interface WireTeeth {
  tooth_no: string;
  number_sys: NumberSystem;
}

/**
 * Stored FDI numbers in wire spelling. Positions do not encode the dentition, so a restoration on primary teeth only is
 * sent as `Primary`; otherwise the preferred system is kept. Readers of `Primary` read permanent teeth in Universal.
 * Beside permanent teeth, a primary tooth is sent by its FDI number, because its position would mean another tooth, and
 * the system is FDI, because Universal has supernumerary teeth of the same numbers.
 */
export function teethToWire(teeth: readonly number[], preferred: NumberSystem): WireTeeth {
  const known = inChartOrder(teeth).flatMap((fdi) => toothOf(fdi) ?? []);
  const dentitions = new Set(known.map((tooth) => tooth.dentition));
  if (dentitions.size > 1) {
    const words = known.map((tooth) => (tooth.dentition === 'permanent' ? tooth.id : String(tooth.fdi)));
    return { tooth_no: words.join(','), number_sys: 'FDI' };
  }
  const ofPermanent = preferred === 'Primary' && dentitions.has('permanent') ? 'Universal' : preferred;
  return {
    tooth_no: known.map((tooth) => tooth.id).join(','),
    number_sys: dentitions.has('primary') ? 'Primary' : ofPermanent,
  };
}

/**
 * Words of a restoration's `tooth_no` that match none of its teeth, for display beside them. Orders from other programs
 * keep them, for example for a supernumerary tooth or a position without a primary tooth. Words that could be read as
 * tooth numbers are passed through `quote`, which has the quotation marks of the reader's language.
 */
export function foreignWords(
  { tooth_no, teeth }: { tooth_no: string; teeth: readonly number[] },
  quote: (word: string) => string,
): string[] {
  const shown = new Set<string | null>(teeth.flatMap((fdi) => [fdiToId(fdi), String(fdi)]));
  const { teeth: ids, unknown } = parseToothList(tooth_no);
  return [...ids, ...unknown]
    .filter((word) => !shown.has(word))
    .map((word) => (isLikeTeeth(word) ? quote(word) : word));
}

/**
 * Whether a word, a span (`61-62`) or a quadrant with a number (`UR 6`) could be read as teeth: all of its parts are short,
 * and several have a digit. 61 is a supernumerary tooth in Universal, and a primary one in FDI.
 */
function isLikeTeeth(word: string): boolean {
  const parts = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  const mayBeTeeth = parts.length === 1 || /\p{N}/u.test(word);
  return mayBeTeeth && parts.every((part) => part.length <= 3);
}
