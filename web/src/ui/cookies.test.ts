import { afterEach, expect, test, vi } from 'vitest';
import { readCookie } from './cookies.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['other=1', null],
  ['hide=a.b', 'a.b'],
  ['other=1; hide=%C3%A4', 'ä'],
  ['hide=', ''],
  ['hide=%E0%A4%A', null],
  ['xhide=1', null],
])('of %j: %j', (cookie, value) => {
  vi.stubGlobal('document', { cookie });
  expect(readCookie('hide')).toBe(value);
});
