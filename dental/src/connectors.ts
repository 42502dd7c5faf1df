import type { Connector, OrderLine } from './order.ts';
import { mayJoin } from './restoration-choices.ts';
import type { NumberSystem } from './teeth.ts';
import { displayLabel } from './tooth-labels.ts';
import { endsOf, inChartOrder, neighbourRuns } from './tooth-lists.ts';

type Line = Pick<OrderLine, 'type' | 'teeth'>;

/** Undefined in replies of a server from before orders had choices. */
type Choices = readonly Connector[] | undefined;

const keyOf = (teeth: readonly number[]): string => inChartOrder(teeth).join(' ');

const choiceOf = (choices: Choices = []): Map<string, boolean> =>
  new Map(choices.map(({ teeth, joined }) => [keyOf(teeth), joined]));

/** Pairs of neighbouring teeth whose units can be joined, in chart order. */
function joinablePairs(restorations: readonly Line[]): [number, number][] {
  const teeth = restorations.flatMap((line) => (mayJoin(line.type) ? line.teeth : []));
  return neighbourRuns(teeth).flatMap((run) =>
    run.slice(1).map((fdi, index): [number, number] => [run[index] ?? fdi, fdi]),
  );
}

/**
 * What holds the units of an order together: each pair of neighbouring units that can be joined, in chart order, and
 * whether it is. A choice decides about its own pair; for all others `bridgeConnectors` proposes.
 */
export function connectorsOf(restorations: readonly Line[], choices: Choices): Connector[] {
  const chosen = choiceOf(choices);
  const proposed = new Set(bridgeConnectors(restorations).map(keyOf));
  return joinablePairs(restorations).map((teeth) => {
    const key = keyOf(teeth);
    return { teeth, joined: chosen.get(key) ?? proposed.has(key) };
  });
}

/** The pairs that are joined. */
export const joinedPairs = (connectors: readonly Connector[]): [number, number][] =>
  connectors.flatMap(({ teeth, joined }) => (joined ? [teeth] : []));

/** The choices whose units can still be joined, one for each pair, in chart order; others no longer mean anything. */
export function fittingChoices(restorations: readonly Line[], choices: Choices): Connector[] {
  const chosen = choiceOf(choices);
  return joinablePairs(restorations).flatMap((teeth) => {
    const joined = chosen.get(keyOf(teeth));
    return joined === undefined ? [] : [{ teeth, joined }];
  });
}

/** The choices with one more. A choice that equals the proposal is left out, so that the pair follows the proposal again. */
export function withChoice(
  restorations: readonly Line[],
  choices: readonly Connector[],
  { teeth, joined }: Connector,
): Connector[] {
  const others = choices.filter((each) => keyOf(each.teeth) !== keyOf(teeth));
  const proposal = connectorsOf(restorations, []).find((each) => keyOf(each.teeth) === keyOf(teeth));
  return fittingChoices(restorations, proposal?.joined === joined ? others : [...others, { teeth, joined }]);
}

/** Index of the first choice that an order cannot have: no neighbours that can be joined, or a pair that came before. */
export function firstUnfitChoice(restorations: readonly Line[], choices: readonly Connector[]): number {
  const joinable = new Set(joinablePairs(restorations).map(keyOf));
  const keys = choices.map(({ teeth }) => keyOf(teeth));
  return keys.findIndex((key, index) => !joinable.has(key) || keys.indexOf(key) < index);
}

/** Teeth that are joined to each other as spans, for example `11–13`, `21–22`. */
export function joinedSpans(connectors: readonly Connector[], system: NumberSystem): string[] {
  const runs: number[][] = [];
  for (const [from, to] of joinedPairs(connectors)) {
    const run = runs.at(-1);
    if (run?.at(-1) === from) run.push(to);
    else runs.push([from, to]);
  }
  return runs.map((run) => spanOf(run, system, '–'));
}

/**
 * Neighbours that are separate although one of them is joined to another unit, for example `11 | 21`: where a bridge
 * ends. Single units side by side are not listed.
 */
export function separateSpans(connectors: readonly Connector[], system: NumberSystem): string[] {
  const inBridge = new Set(joinedPairs(connectors).flat());
  return connectors.flatMap(({ teeth, joined }) =>
    joined || !teeth.some((fdi) => inBridge.has(fdi)) ? [] : [spanOf(teeth, system, ' | ')],
  );
}

/** Two neighbours as a word, for example `11–21`. */
export const pairWord = (teeth: readonly number[], system: NumberSystem): string =>
  spanOf(teeth, system, '–');

const spanOf = (run: readonly number[], system: NumberSystem, between: string): string =>
  endsOf(run, system)
    .map((fdi) => displayLabel(fdi, system))
    .join(between);

/** Types that carry a bridge and nothing else. */
const RETAINERS = ['bridge_abutment', 'inlay_retainer', 'adhesive_wing'];
/** Types that exist only as units of a bridge. */
const BRIDGE_UNITS = ['pontic', ...RETAINERS];

interface Unit {
  type: string;
  /** Place of its line in the order. */
  line: number;
}
/** `loose`: two ends of bridges in different lines of the order. `crown`: a pontic beside a crown. */
type Joint = 'fixed' | 'loose' | 'crown' | 'none';
/** What fixed joints hold together. */
interface Part {
  hasPontic: boolean;
  hasRetainer: boolean;
  lines: Set<number>;
}

/**
 * Pairs of neighbouring teeth that a bridge joins, in chart order: a pontic is joined to any joinable neighbour, other
 * bridge units only to each other. Adjacent crowns stay single, and so does a crown beside a cantilever, whose pontic has
 * a retainer on its other side. Two bridges side by side are not joined: each has lines and a pontic of its own. A bridge
 * ordered with a line for each tooth is therefore taken for two where its abutments are neighbours, and a pontic at the
 * end of a bridge is joined to the abutment of the next one.
 */
export function bridgeConnectors(restorations: readonly Line[]): [number, number][] {
  const unitsOn = new Map<number, Unit[]>();
  for (const [line, { type, teeth }] of restorations.entries())
    for (const fdi of teeth) unitsOn.set(fdi, [...(unitsOn.get(fdi) ?? []), { type, line }]);
  const unitsOf = (fdi: number) => unitsOn.get(fdi) ?? [];
  return neighbourRuns([...unitsOn.keys()]).flatMap((run) => {
    const joints = run.slice(1).map((fdi, index) => jointOf(unitsOf(run[index] ?? fdi), unitsOf(fdi)));
    const partOf: Part[] = [];
    for (const [index, fdi] of run.entries()) {
      const before = joints[index - 1] === 'fixed' ? partOf.at(-1) : undefined;
      const part = before ?? { hasPontic: false, hasRetainer: false, lines: new Set<number>() };
      for (const { type, line } of unitsOf(fdi)) {
        part.hasPontic ||= type === 'pontic';
        part.hasRetainer ||= RETAINERS.includes(type);
        part.lines.add(line);
      }
      partOf.push(part);
    }
    return joints.flatMap((joint, index): [number, number][] => {
      if (!isJoined(joint, partOf[index], partOf[index + 1])) return [];
      const [from = 0, to = 0] = run.slice(index, index + 2);
      return [[from, to]];
    });
  });
}

function isJoined(joint: Joint, a?: Part, b?: Part): boolean {
  if (joint === 'crown') return !a?.hasRetainer && !b?.hasRetainer;
  return joint === 'fixed' || (joint === 'loose' && !areApart(a, b));
}

/** Whether two parts are separate bridges. A line has one shade, so those of one bridge may share only some lines. */
function areApart(a?: Part, b?: Part): boolean {
  if (!a?.hasPontic || !b?.hasPontic) return false;
  return ![...a.lines].some((line) => b.lines.has(line));
}

function jointOf(before: readonly Unit[], after: readonly Unit[]): Joint {
  const joints = before.flatMap((a) => after.map((b) => jointOfUnits(a, b)));
  return (['fixed', 'loose', 'crown'] as const).find((joint) => joints.includes(joint)) ?? 'none';
}

function jointOfUnits(a: Unit, b: Unit): Joint {
  const other = a.type === 'pontic' ? b.type : b.type === 'pontic' ? a.type : null;
  if (other !== null && mayJoin(other)) return other === 'crown' ? 'crown' : 'fixed';
  if (!BRIDGE_UNITS.includes(a.type) || !BRIDGE_UNITS.includes(b.type)) return 'none';
  return a.line === b.line ? 'fixed' : 'loose';
}
