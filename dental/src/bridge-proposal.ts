import type { OrderLine } from './order.ts';
import { mayJoin } from './restoration-choices.ts';
import { mouthRuns } from './tooth-lists.ts';

/** Types that carry a bridge and nothing else. */
const RETAINERS = ['bridge_abutment', 'inlay_retainer', 'adhesive_wing'];
/** Types that carry a pontic or are single units. */
const SINGLE_TOO = ['crown', 'provisional', 'wax_up'];
/** Types that exist only as units of a bridge. */
const BRIDGE_UNITS = ['pontic', ...RETAINERS];

interface Unit {
  type: string;
  /** Place of its line in the order. */
  line: number;
}
/** `loose`: two ends of bridges in different lines of the order. `crown`: a pontic beside a crown or what stands in for one. */
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
export function bridgeConnectors(
  restorations: readonly Pick<OrderLine, 'type' | 'teeth'>[],
): [number, number][] {
  const unitsOn = new Map<number, Unit[]>();
  for (const [line, { type, teeth }] of restorations.entries())
    for (const fdi of teeth) unitsOn.set(fdi, [...(unitsOn.get(fdi) ?? []), { type, line }]);
  const unitsOf = (fdi: number) => unitsOn.get(fdi) ?? [];
  return mouthRuns([...unitsOn.keys()]).flatMap((run) => {
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
  if (other !== null && mayJoin(other)) return SINGLE_TOO.includes(other) ? 'crown' : 'fixed';
  if (!BRIDGE_UNITS.includes(a.type) || !BRIDGE_UNITS.includes(b.type)) return 'none';
  return a.line === b.line ? 'fixed' : 'loose';
}
