import { SHORTCUTS } from '@cusp/contract/profile.routes';
import { describe, expect, test } from 'vitest';
import { keyOf, keysOf, keyWithCtrl, shortcutFor, takenBy, withKeys } from './keys.ts';

const USUAL = { on: true, keys: {} };
const press = (key: string, more: Partial<Parameters<typeof keyOf>[0]> = {}) =>
  keyOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

describe('keyOf', () => {
  test.each([
    ['c', {}, 'c'],
    ['C', {}, 'c'],
    ['/', { shiftKey: true }, '/'],
    ['?', { shiftKey: true }, '?'],
    ['ㅊ', { code: 'KeyC' }, 'c'],
    ['с', { code: 'KeyC' }, 'c'],
  ])('%s with %j is %s', (key, more, expected) => expect(press(key, more)).toBe(expected));

  test.each([
    ['c', { ctrlKey: true }],
    ['c', { metaKey: true }],
    ['ç', { altKey: true }],
    ['C', { shiftKey: true }],
    ['Enter', {}],
    [' ', {}],
    ['é', { code: 'Digit2' }],
  ])('%s with %j is no shortcut', (key, more) => expect(press(key, more)).toBeNull());
});

test.each([
  ['z', 'KeyY', {}, 'z'],
  ['k', 'KeyV', {}, 'k'],
  ['ㅏ', 'KeyK', {}, 'k'],
  ['K', 'KeyK', {}, 'k'],
  ['e', 'KeyK', {}, 'e'],
  ['k', 'KeyK', { shiftKey: true }, null],
  ['k', 'KeyK', { altKey: true }, null],
  ['k', 'KeyK', { ctrlKey: false }, null],
])('keyWithCtrl: %s at %s with %j is %s', (key, code, more, expected) =>
  expect(
    keyWithCtrl({ key, code, ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, ...more }),
  ).toBe(expected),
);

test('usual keys are different from each other, and none begins another', () => {
  for (const shortcut of SHORTCUTS)
    expect([shortcut, takenBy(keysOf(shortcut, USUAL), shortcut, USUAL)]).toEqual([shortcut, undefined]);
});

test('keyOf finds shortcuts of one key, of two, and the beginning of those', () => {
  expect(shortcutFor('c', USUAL)).toEqual({ shortcut: 'comment' });
  expect(shortcutFor('g', USUAL)).toBe('beginning');
  expect(shortcutFor('g c', USUAL)).toEqual({ shortcut: 'cases' });
  expect(shortcutFor('x', USUAL)).toBeNull();
  expect(shortcutFor('g x', USUAL)).toBeNull();
});

test('changed keys replace the usual ones, and usual ones are not stored', () => {
  const changed = withKeys(USUAL, 'comment', 'x');
  expect(shortcutFor('x', changed)).toEqual({ shortcut: 'comment' });
  expect(shortcutFor('c', changed)).toBeNull();
  expect(withKeys(changed, 'comment', 'c')).toEqual(USUAL);
});

test('chosen keys come before the usual ones of a newer shortcut', () => {
  expect(shortcutFor('m', { on: true, keys: { upload: 'm' } })).toEqual({ shortcut: 'upload' });
  const two = { on: true, keys: { upload: 'm x' } };
  expect([shortcutFor('m', two), shortcutFor('m x', two)]).toEqual(['beginning', { shortcut: 'upload' }]);
});

test('keys that others use or begin with are taken', () => {
  expect(takenBy('s', 'comment', USUAL)).toBe('status');
  expect(takenBy('g', 'comment', USUAL)).toBe('dashboard');
  expect(takenBy('c x', 'status', USUAL)).toBe('comment');
  expect(takenBy('c', 'comment', USUAL)).toBeUndefined();
  expect(takenBy('x', 'comment', USUAL)).toBeUndefined();
});
