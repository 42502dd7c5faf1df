import type { LayerId } from '../plan-scene.ts';
import type { ScanId } from '../surfaces/places.ts';
import type { SectionAnswer } from '../surfaces/section.ts';
import { type Drawing, lineOf } from '../surfaces/section-lines.ts';

/** The outline of one scan in a plane. */
export interface Outline extends Drawing {
  scan: ScanId;
  layer: LayerId;
}

/** Groups the lines by scan. */
export function outlinesOf(answer: SectionAnswer, layers: ReadonlyMap<ScanId, LayerId>): Outline[] {
  const byScan = new Map<ScanId, Float64Array[]>();
  for (const [at, scan] of answer.scans.entries()) {
    byScan.set(scan, [...(byScan.get(scan) ?? []), lineOf(answer, at)]);
  }
  return [...byScan].map(([scan, lines]) => ({ scan, layer: layers.get(scan) ?? 'other', lines }));
}
