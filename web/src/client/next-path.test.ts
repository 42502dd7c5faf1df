import { describe, expect, test } from 'vitest';
import { loginPathFor, safeNext } from './next-path.ts';

describe('safeNext and loginPathFor', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '///evil.example',
    '/./..//evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%2f%2fevil.example',
    '/..%2f/evil.example/%zz',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    '@evil.example',
    '',
  ])('safeNext refuses %j', (value) => expect(safeNext(value)).toBeNull());

  test.each([null, undefined])('safeNext refuses %j', (value) => expect(safeNext(value)).toBeNull());

  test.each(['/cases', '/case/2611-AB12?page=2', '/cases?status=Open%2CClosed#top', '/dashboard'])(
    'safeNext keeps %j',
    (value) => expect(safeNext(value)).toBe(value),
  );

  test('safeNext resolves dots within the site', () =>
    expect(safeNext('/cases/../../profile')).toBe('/profile'));

  test('loginPathFor keeps the path to return to', () => {
    expect(loginPathFor('/cases?status=Open')).toBe('/login?next=%2Fcases%3Fstatus%3DOpen');
    expect(loginPathFor('/')).toBe('/login');
    expect(loginPathFor('//evil.example')).toBe('/login');
  });
});
