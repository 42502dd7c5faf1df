import type { Restoration } from '@cusp/contract/cases';
import { groupColour, lookOf } from '@cusp/contract/odontogram/restoration-look';
import type { OdontogramGroup } from '../../../ui/odontogram/odontogram.types.ts';

/** What the chart draws for each restoration, numbered in the order of the list. */
export function groupsOf(
  restorations: readonly Restoration[],
  nameOf: (restoration: Restoration) => string,
): OdontogramGroup[] {
  return restorations.map((restoration, index) => ({
    key: String(restoration.id),
    mark: String(index + 1),
    name: nameOf(restoration),
    color: groupColour(index),
    teeth: restoration.teeth,
    arch: restoration.arch,
    look: lookOf(restoration.type),
  }));
}
