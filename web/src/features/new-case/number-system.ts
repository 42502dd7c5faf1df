import type { NumberSystem } from '@cusp/contract/cases';
import { NUMBER_SYSTEMS } from '@cusp/contract/teeth';
import { readPersonal, writePersonal } from '../../client/personal-storage.ts';

const NAME = 'number-system';

/** The number system that this person used last in this browser; dentists in the US count in Universal. */
export function usualNumberSystem(): NumberSystem {
  const kept = readPersonal(NAME);
  const isAmerican = navigator.language === 'en-US';
  return NUMBER_SYSTEMS.find((each) => each === kept) ?? (isAmerican ? 'Universal' : 'FDI');
}

export const keepNumberSystem = (system: NumberSystem): void => writePersonal(NAME, system);
