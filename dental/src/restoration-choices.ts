import type { OrderLine } from './order.ts';
import { type ColourNeed, isMaterial, MATERIALS, type Material, restorationFacts } from './restorations.ts';
import { dentitionOf } from './teeth.ts';
import { neighbourRuns } from './tooth-lists.ts';

/** Materials offered for a type, the most usual one first. */
export function materialsFor(type: string): readonly Material[] {
  return restorationFacts(type).materials;
}

/** Whether a shade is required, allowed or impossible; allowed for unknown materials. */
export function shadeNeed(type: string, material: string | null): ColourNeed {
  const { shade } = restorationFacts(type);
  const known = material !== null && isMaterial(material) ? MATERIALS[material] : null;
  if (shade === 'material') {
    if (known) return known.shaded ? 'required' : 'none';
    return material === null ? 'required' : 'optional';
  }
  if (shade === 'optional' && known && !known.shaded) return 'none';
  return shade;
}

/** Whether the colour of the prepared tooth shows through and should be given: a translucent material on a stump. */
export function stumpShadeMatters(type: string, material: string | null): boolean {
  if (material === null || !isMaterial(material)) return false;
  return restorationFacts(type).onStump && MATERIALS[material].translucent;
}

/** Whether a type is possible on a tooth; implants, posts and similar types are impossible on primary teeth. */
export function mayStandOn(type: string, fdi: number): boolean {
  const dentition = dentitionOf(fdi);
  if (dentition === null || restorationFacts(type).scope === 'arch') return false;
  return dentition === 'permanent' || restorationFacts(type).onPrimary;
}

/** Whether units of this type can be joined to their neighbours. */
export function mayJoin(type: string): boolean {
  return restorationFacts(type).joins;
}

/**
 * The restoration after its type or material changed: clears what no longer fits and keeps the rest. The type decides
 * arch, teeth and material; type and material decide shade and stump shade.
 */
export function settle(draft: OrderLine): OrderLine {
  const { scope, materials } = restorationFacts(draft.type);
  const offered = isMaterial(draft.material ?? '') ? materials.some((code) => code === draft.material) : true;
  const material = offered ? draft.material : null;
  return {
    type: draft.type,
    teeth: scope === 'arch' ? [] : draft.teeth.filter((fdi) => mayStandOn(draft.type, fdi)),
    arch: scope === 'tooth' ? null : draft.arch,
    material,
    shade: shadeNeed(draft.type, material) === 'none' ? '' : draft.shade,
    stumpShade: stumpShadeMatters(draft.type, material) ? draft.stumpShade : '',
    meant: draft.meant,
  };
}

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
export function bridgeConnectors(
  restorations: readonly { type: string; teeth: readonly number[] }[],
): [number, number][] {
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
