import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideMessage, isHidden } from './DialogsProvider.tsx';

let written: string[];
let cookie: string;
beforeEach(() => {
  written = [];
  cookie = '';
  vi.stubGlobal('document', {
    get cookie() {
      return cookie;
    },
    set cookie(value: string) {
      written.push(value);
      cookie = value.split(';')[0] ?? '';
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a hidden message stays hidden, and each check renews the cookie for ten years', () => {
  hideMessage('eu-regions');
  hideMessage('other');
  written = [];
  expect(isHidden('eu-regions')).toBe(true);
  expect(written).toEqual([expect.stringMatching(/^hide=eu-regions\.other; .*max-age=315360000/)]);
});

test('a message that is not hidden writes no cookie', () => {
  expect(isHidden('eu-regions')).toBe(false);
  expect(written).toEqual([]);
});
