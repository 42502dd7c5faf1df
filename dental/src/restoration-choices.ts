import type { OrderLine } from './order.ts';
import { type ColourNeed, isMaterial, MATERIALS, type Material, restorationFacts } from './restorations.ts';
import { dentitionOf } from './teeth.ts';

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
