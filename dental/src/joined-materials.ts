import { joinedUnits, unitKey } from './connectors.ts';
import { layerOf } from './layers.ts';
import type { Connector, OrderLine } from './order.ts';
import { mayJoin } from './restoration-choices.ts';
import { isMaterial, type Material } from './restorations.ts';
import { inChartOrder } from './tooth-lists.ts';

const ALLOYS: readonly Material[] = ['cocr', 'gold', 'titanium'];

/**
 * What the framework under a material is made of; a material without an entry is its own. Units with a common framework can
 * be one piece: layered beside monolithic zirconia, or a metal molar in a bridge of porcelain fused to metal.
 */
const FRAMEWORKS: Readonly<Partial<Record<Material, readonly Material[]>>> = {
  zirconia_multilayer: ['zirconia'],
  zirconia_layered: ['zirconia'],
  pfm: ALLOYS,
  full_cast_metal: ALLOYS,
  // Provisional bridges of any plastic; the only one that pontics are ordered in is PMMA.
  acrylic: ['pmma'],
  resin: ['pmma'],
  composite: ['composite', 'pmma'],
};

interface Piece {
  /** Indices of the restorations whose materials do not fit together. */
  lines: number[];
  teeth: number[];
  /** Codes of the materials, in the order of the lines. */
  materials: string[];
}

interface Unit {
  fdi: number;
  lines: number[];
  /** Empty if any material is possible, because one is not chosen yet or is not in the catalogue. */
  frameworks: readonly Material[];
}

/** Units that are joined although they cannot be made in one piece, because no framework is common to their materials. */
export function mixedPieces(
  restorations: readonly Pick<OrderLine, 'type' | 'teeth' | 'material'>[],
  choices: readonly Connector[],
): Piece[] {
  const units = new Map<string, Unit>();
  for (const [line, { type, teeth, material }] of restorations.entries()) {
    if (!mayJoin(type)) continue;
    const known = material !== null && isMaterial(material) ? (FRAMEWORKS[material] ?? [material]) : [];
    for (const fdi of teeth) {
      const key = unitKey(fdi, layerOf(type));
      const before = units.get(key);
      // A coping and the crown on it are one unit, joined by either of them.
      const isOpen = known.length === 0 || before?.frameworks.length === 0;
      const frameworks = isOpen ? [] : [...(before?.frameworks ?? []), ...known];
      units.set(key, { fdi, lines: [...(before?.lines ?? []), line], frameworks });
    }
  }
  return connectedGroups(joinedUnits(restorations, choices)).flatMap((keys): Piece[] => {
    const piece = keys
      .flatMap((key) => units.get(key) ?? [])
      .filter(({ frameworks }) => frameworks.length > 0);
    const [first, ...others] = piece;
    const isPossible = (framework: Material) => others.every((unit) => unit.frameworks.includes(framework));
    if (!first || first.frameworks.some(isPossible)) return [];
    const lines = [...new Set(piece.flatMap((unit) => unit.lines))].sort((a, b) => a - b);
    const materials = new Set(lines.flatMap((line) => restorations[line]?.material ?? []));
    return [{ lines, teeth: inChartOrder(piece.map(({ fdi }) => fdi)), materials: [...materials] }];
  });
}

/** Keys that are connected by pairs, directly or through others. */
function connectedGroups(pairs: readonly [string, string][]): string[][] {
  const groupOf = new Map<string, Set<string>>();
  for (const [a, b] of pairs) {
    const group = new Set([a, b, ...(groupOf.get(a) ?? []), ...(groupOf.get(b) ?? [])]);
    for (const key of group) groupOf.set(key, group);
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}
