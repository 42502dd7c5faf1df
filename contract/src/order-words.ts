import { CONFIRMABLE } from '@cusp/dental/order-rules';
import { isMaterial, isRestorationType, MATERIALS } from '@cusp/dental/restorations';
import { isUsualShade, isUsualStumpShade } from '@cusp/dental/shades';
import type * as z from 'zod';
import { MASK, patientUnless } from './patient.ts';

const MATERIAL_NAMES = new Set<string>(Object.values(MATERIALS).map(({ name }) => name));
/** The code and the teeth of a confirmed contradiction, and the words that it is about, see `OrderProblem.mark`. */
const MARK = new RegExp(String.raw`^((?:${CONFIRMABLE.join('|')}):[\d,]*:)(.*)$`, 's');

const unless = (isListed: (word: string) => boolean) => (word: string) => (isListed(word) ? word : MASK);

/**
 * What support may read of the words of a restoration: entries of the catalogue, and tabs of the usual shade guides.
 */
const CATALOGUES = {
  type: unless(isRestorationType),
  material: unless(isMaterial),
  materialName: unless((name) => MATERIAL_NAMES.has(name)),
  shade: unless(isUsualShade),
  stumpShade: unless(isUsualStumpShade),
  /** Keeps code and teeth, so that a masked shade still counts as confirmed. */
  mark: (mark: string) => {
    const [, code = '', words] = MARK.exec(mark) ?? [];
    return words === '' ? mark : code + MASK;
  },
};

/**
 * A word of a restoration: from the catalogue, or the sender's own, in which support may not read a patient's name.
 * Every field for such a word is made with this.
 */
/*#__NO_SIDE_EFFECTS__*/
export const orderWord = <S extends z.ZodType<string | null>>(
  catalogue: keyof typeof CATALOGUES,
  schema: S,
): S => patientUnless(CATALOGUES[catalogue], schema);
