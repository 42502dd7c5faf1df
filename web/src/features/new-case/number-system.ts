import type { NumberSystem } from '@cusp/contract/cases';
import { NUMBER_SYSTEMS } from '@cusp/dental/teeth';
import { readPersonal, writePersonal } from '../../client/personal-storage.ts';

const NAME = 'number-system';

/**
 * The number system to begin with. Only dentists in the US count in Universal, where 11 is another tooth than
 * everywhere else; browsers are in American English all over the world, so the clock must be American too.
 */
export const firstNumberSystem = (language: string, timeZone: string): NumberSystem =>
  language === 'en-US' && /^(America|US)\/|^Pacific\/Honolulu$/.test(timeZone) ? 'Universal' : 'FDI';

/** The number system that this person used last in this browser. */
export function usualNumberSystem(): NumberSystem {
  const kept = readPersonal(NAME);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    NUMBER_SYSTEMS.find((each) => each === kept) ?? firstNumberSystem(navigator.language, timeZone ?? '')
  );
}

export const keepNumberSystem = (system: NumberSystem): void => writePersonal(NAME, system);
