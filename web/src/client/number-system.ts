import type { NumberSystem } from '@cusp/contract/cases';
import { NUMBER_SYSTEMS } from '@cusp/dental/teeth';
import { localTimeZone } from './local-time.ts';
import { readPersonal, writePersonal } from './personal-storage.ts';

const NAME = 'number-system';

/**
 * The initial number system. Only US dentists use Universal, where 11 is a different tooth. Browsers use American
 * English all over the world, so the time zone must be American too.
 */
export const firstNumberSystem = (language: string, timeZone: string): NumberSystem =>
  language === 'en-US' && /^(America|US)\/|^Pacific\/Honolulu$/.test(timeZone) ? 'Universal' : 'FDI';

/** The number system that this person last used in this browser. */
export function usualNumberSystem(): NumberSystem {
  const kept = readPersonal(NAME);
  return (
    NUMBER_SYSTEMS.find((each) => each === kept) ?? firstNumberSystem(navigator.language, localTimeZone())
  );
}

export const keepNumberSystem = (system: NumberSystem): void => writePersonal(NAME, system);
