import type { Restoration } from '@cusp/contract/cases';
import { groupColour, type OdontogramGroup } from '../../../ui/odontogram/odontogram.types.ts';

type Look = NonNullable<OdontogramGroup['look']>;

const LOOKS: Readonly<Record<string, Look>> = {
  pontic: 'pontic',
  implant_abutment: 'implant',
  implant_crown: 'implant',
  screw_retained: 'implant',
};

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
    look: LOOKS[restoration.type] ?? 'solid',
  }));
}

/** Words of `tooth_no` that are no teeth: orders from elsewhere keep what they wrote. */
export function foreignTeeth({ tooth_no }: Pick<Restoration, 'tooth_no'>): string[] {
  return tooth_no.split(',').flatMap((word) => {
    const text = word.trim();
    return text === '' || /^t[ud]([1-9]|1[0-6])$/i.test(text) ? [] : [text];
  });
}
