import { expect, test } from 'vitest';
import { shownStrength, strengthOf } from './password-strength.ts';

test.each([
  ['', 0],
  ['aB3$xyZ', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefghijkl', 1],
  ['12345678', 1],
  ['87654321', 1],
  ['blue-tree', 2],
  ['vK9#mQ2!', 2],
  ['granite tulip', 3],
  ['granite tulip 47 Violins', 4],
] as const)('"%s" has strength %d', (password, strength) => expect(strengthOf(password)).toBe(strength));

test("the person's own words add no strength", () => {
  expect(strengthOf('marianne-lindqvist', ['Marianne', 'Lindqvist'])).toBe(1);
  expect(strengthOf('a.b@clinic.example', ['a.b@clinic.example'])).toBe(1);
});

test('pattern characters in own words are taken literally', () => {
  expect(strengthOf('x(y[z)+*?1', ['(y[z)+*?'])).toBe(1);
});

test('a password that the server refuses is shown as weak at most', () => {
  expect(shownStrength(strengthOf('vK9#mQ2!'), false)).toBe(2);
  expect(shownStrength(strengthOf('vK9#mQ2!'), true)).toBe(1);
  expect(shownStrength(0, true)).toBe(0);
});
