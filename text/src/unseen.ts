/** Letters without a shape, marks that hide or turn what stands beside them, and the blank of Braille. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Marks that turn round what stands behind them, also beyond the text that they came in. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without what nobody sees. Some writing needs such marks: for comparing, not for keeping. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** Also what no single line can show: control characters, line breaks of any kind and annotation marks. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A line of text with nothing in it that cannot be seen, for names of files and for paper. */
export const withoutUnprintable = (line: string): string => line.replace(UNPRINTABLE, '');

/** A text that cannot turn its surroundings round. Marks for a single place stay. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');

/**
 * A text whose letters stand in their own order, as paper has them: the two marks that force another one would show
 * tooth 16 as 61.
 */
export const inOwnOrder = (text: string): string => text.replace(/[\u202d\u202e]/g, '');

/** Whether there is nothing to see. */
export const looksEmpty = (text: string): boolean => withoutUnseen(text).trim() === '';
