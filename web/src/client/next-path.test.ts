import { describe, expect, test } from 'vitest';
import { loginPathFor, safeNext } from './next-path.ts';

describe('where to go after signing in', () => {
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
  ])('%j leads nowhere', (value) => expect(safeNext(value)).toBeNull());

  test.each([null, undefined])('%j leads nowhere', (value) => expect(safeNext(value)).toBeNull());

  test.each(['/cases', '/case/2611-AB12?page=2', '/cases?status=Open%2CClosed#top', '/dashboard'])(
    '%j is kept',
    (value) => expect(safeNext(value)).toBe(value),
  );

  test('dots cannot climb out', () => expect(safeNext('/cases/../../profile')).toBe('/profile'));

  test('the sign-in page remembers where one wanted to go', () => {
    expect(loginPathFor('/cases?status=Open')).toBe('/login?next=%2Fcases%3Fstatus%3DOpen');
    expect(loginPathFor('/')).toBe('/login');
    expect(loginPathFor('//evil.example')).toBe('/login');
  });
});
