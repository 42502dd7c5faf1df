import { isFdiTooth, jawOfTooth } from '@cusp/contract/mesh/classify-scan';

const FIRST = 11;
const LAST = 85;

/** FDI numbers of a jaw, permanent teeth before primary ones. */
export const teethOf = (jaw: 'upper' | 'lower'): number[] =>
  Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i).filter(
    (tooth) => isFdiTooth(tooth) && jawOfTooth(tooth) === jaw,
  );
