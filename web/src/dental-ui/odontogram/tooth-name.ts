import type { NumberSystem } from '@cusp/contract/cases';
import { toothOf } from '@cusp/dental/teeth';
import { displayLabel } from '@cusp/dental/tooth-labels';
import type { ParseKeys, TFunction } from 'i18next';

/** A tooth in words, for example "upper right first molar"; the number itself when no tooth has it. */
export function toothName(fdi: number, t: TFunction<'dental'>): string {
  const tooth = toothOf(fdi);
  if (!tooth) return String(fdi);
  return t('toothName', {
    quadrant: t(`quadrants.${tooth.jaw}.${tooth.side}`),
    // The two types alone would allow a primary premolar.
    kind: t(`kinds.${tooth.dentition}.${tooth.nameKey}` as ParseKeys<'dental'>),
  });
}

/** The system in which labels can be spoken and stand in plain text: Palmer corners are read as quadrant letters. */
export const spokenSystem = (system: NumberSystem): NumberSystem =>
  system === 'Palmer' ? 'PalmerDigital' : system;

export const spokenLabel = (fdi: number, system: NumberSystem): string =>
  displayLabel(fdi, spokenSystem(system));
