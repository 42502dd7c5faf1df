import type { OrderRestoration } from '@cusp/contract/order-fields';
import type { StatementFields } from '@cusp/contract/statements';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { isUsualShade, isUsualStumpShade } from '@cusp/dental/shades';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Patient, textHasBirthDate, textNames, withoutNames } from '../patients/patient-names.ts';

/** Refuses the patient's names and birth date in free text. */
export function requireNobodyNamed(
  { patient_code, device, remarks, exceptions, substances }: StatementFields,
  patient: Patient,
): void {
  const texts = { patient_code, device, remarks, exceptions, substances };
  for (const [field, text] of Object.entries(texts)) {
    if (textNames(text, patient)) throw new Refusal('statement_names_patient', field);
    if (textHasBirthDate(text, patient)) throw new Refusal('statement_birth_date', field);
  }
}

/** Restorations with the patient's code in place of their names, which free-text types and materials can contain. */
export function withCodes(
  restorations: readonly OrderRestoration[],
  patient: Patient,
  code: string,
): OrderRestoration[] {
  const clean = (text: string) => withoutNames(text, patient, code);
  const cleanOwn = (text: string, isListed: (text: string) => boolean) =>
    isListed(text) ? text : clean(text);
  return restorations.map((each) => ({
    ...each,
    type: cleanOwn(each.type, isRestorationType),
    material: each.material === null ? null : cleanOwn(each.material, isMaterial),
    shade: cleanOwn(each.shade, isUsualShade),
    stumpShade: cleanOwn(each.stumpShade, isUsualStumpShade),
    // These repeat shades, which the statement omits.
    meant: [],
    displayName: clean(each.displayName),
    toothText: clean(each.toothText),
  }));
}
