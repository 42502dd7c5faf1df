/** Invisible letters, formatting marks, and the blank Braille pattern. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Directional marks that affect the text after them, even beyond their own string. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without invisible characters. For comparisons only, because some scripts need such marks. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** Also characters that do not fit a single line: control characters, line breaks and annotation marks. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A line of visible characters only, for file names and print. */
export const withoutUnprintable = (line: string): string => line.replace(UNPRINTABLE, '');

/** A text that cannot change the direction of its surroundings. Marks for single places are kept. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');

/**
 * A text without the two directional overrides, for print: they would show tooth 16 as 61.
 */
export const inOwnOrder = (text: string): string => text.replace(/[\u202d\u202e]/g, '');

/** Whether a text has no visible character. */
export const looksEmpty = (text: string): boolean => withoutUnseen(text).trim() === '';
