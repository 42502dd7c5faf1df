import { LIMITS } from '@cusp/contract/limits';
import { expect, test } from 'vitest';
import { searchOf } from './use-list-state.ts';

test('a search that is too long is cut before a character that takes two units, not within it', () => {
  const before = 'a'.repeat(LIMITS.search - 1);
  expect(searchOf(new URLSearchParams({ search: `${before}😀b` }))).toBe(before);
  expect(searchOf(new URLSearchParams({ search: `${before.slice(1)}😀b` }))).toBe(`${before.slice(1)}😀`);
});
