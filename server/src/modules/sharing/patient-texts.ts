import type { CaseContent } from '@cusp/contract/cases';
import { isMaterial, isRestorationType, RESTORATION_TYPES } from '@cusp/dental/restorations';
import { type Patient, textIdentifies } from '../patients/patient-names.ts';

type Texts = Pick<CaseContent, 'note' | 'no_restoration_reason' | 'restorations'>;

/** The free texts of an order, without those that identify the patient unless a link includes them. */
export function withoutPatient(
  { note, no_restoration_reason, restorations }: Texts,
  patient: Patient,
  isGiven: boolean,
): Texts & { texts_left_out: boolean } {
  let isLeftOut = false;
  const kept = (text: string): string => {
    if (isGiven || text === '' || !textIdentifies(text, patient)) return text;
    isLeftOut = true;
    return '';
  };
  const texts = {
    note: kept(note),
    no_restoration_reason: kept(no_restoration_reason),
    restorations: restorations.map((each) => ({
      ...each,
      ...kindOf(each, kept),
      tooth_no: kept(each.tooth_no),
      shade: kept(each.shade),
      stump_shade: kept(each.stump_shade),
      // Catalogue names are not free text.
      material: isMaterial(each.material.code)
        ? each.material
        : { code: kept(each.material.code), name: kept(each.material.name) },
    })),
  };
  return { ...texts, texts_left_out: isLeftOut };
}

/** The order's restorations; their names are free text only if the catalogue has none. */
function kindOf({ type, displayName }: Texts['restorations'][number], kept: (text: string) => string) {
  if (!isRestorationType(type)) return { type: kept(type), displayName: kept(displayName) };
  const { name } = RESTORATION_TYPES[type];
  return { type, displayName: displayName === name ? name : kept(displayName) || name };
}
