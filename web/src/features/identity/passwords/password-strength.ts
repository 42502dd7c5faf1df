import { LIMITS } from '@cusp/contract/limits';

/** 0: too short to be accepted. 1 to 4: weak, fair, good, strong. A hint, never a rule. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const POOLS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{Ll}\p{Lu}\p{Nd}\p{Lo}]/u, 33],
  [/\p{Lo}/u, 1000],
];
/** Bits of entropy for each step. */
const STEPS = [40, 55, 72];

/**
 * Estimates how hard a password is to guess by length and variety; repeats, sequences and the person's own words
 * count little.
 */
export function strengthOf(password: string, ownWords: readonly string[] = []): Strength {
  if (password.length < LIMITS.passwordMin) return 0;
  let rest = password;
  for (const word of ownWords) {
    if (word.length > 2) rest = rest.replaceAll(new RegExp(literal(word), 'giu'), '');
  }
  const pool = POOLS.reduce((sum, [kind, size]) => sum + (kind.test(rest) ? size : 0), 0);
  const bits = pool ? surprises(rest) * Math.log2(pool) : 0;
  return (1 + STEPS.filter((step) => bits >= step).length) as Strength;
}

/** The strength to show: a password that the server refuses, such as a common one, is at most weak. */
export const shownStrength = (strength: Strength, isRefused: boolean): Strength =>
  isRefused && strength > 1 ? 1 : strength;

/** Escapes a word for use in a regular expression. */
const literal = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Counts unpredictable characters: not a repeat, not the next in a sequence, not frequent. */
function surprises(text: string): number {
  const seen = new Map<string, number>();
  let count = 0;
  let before = Number.NaN;
  let step = Number.NaN;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const stepped = code - before;
    const foreseen = stepped === step && Math.abs(step) <= 1;
    const times = seen.get(letter) ?? 0;
    count += foreseen ? 0.1 : 1 / (1 + times);
    seen.set(letter, times + 1);
    before = code;
    step = stepped;
  }
  return count;
}
