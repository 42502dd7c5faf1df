import type { NumberSystem } from '@cusp/contract/cases';
import { toothOf } from '@cusp/dental/teeth';
import { displayLabel } from '@cusp/dental/tooth-labels';
import type { ParseKeys, TFunction } from 'i18next';

/** The name of a tooth, for example "upper right first molar"; the number itself if it is not an FDI number. */
export function toothName(fdi: number, t: TFunction<'dental'>): string {
  const tooth = toothOf(fdi);
  if (!tooth) return String(fdi);
  return t('toothName', {
    quadrant: t(`quadrants.${tooth.jaw}.${tooth.side}`),
    // The types alone would allow a primary premolar.
    kind: t(`kinds.${tooth.dentition}.${tooth.nameKey}` as ParseKeys<'dental'>),
  });
}

/** The number system for speech and plain text: Palmer corners are written as quadrant letters there. */
export const spokenSystem = (system: NumberSystem): NumberSystem =>
  system === 'Palmer' ? 'PalmerDigital' : system;

export const spokenLabel = (fdi: number, system: NumberSystem): string =>
  displayLabel(fdi, spokenSystem(system));
