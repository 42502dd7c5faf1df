import { expect, test } from 'vitest';
import { canonicalPage, isPage, PAGES } from './pages.ts';

test.each(Object.values(PAGES))('%s is a page, with and without a trailing slash', (path) => {
  const address = path.replaceAll(/:\w+/g, 'x1-_');
  expect(isPage(address)).toBe(true);
  if (address !== '/') expect(isPage(`${address}/`)).toBe(true);
});

test.each(['/connections/accept', '/connections/accept/MTc', '/sharegroup/accept/MTc/abc/x'])(
  '%j, a damaged link, is a page that explains it',
  (path) => expect(isPage(path)).toBe(true),
);

test.each(['/Login', '/login/x', '/case', '/case//', '/cases/1/2', '//login', '/loginx'])(
  '%j is not a page',
  (path) => expect(isPage(path)).toBe(false),
);

test.each([
  ['/Login', '/login'],
  ['/signupemail/', '/signupEmail'],
  ['/Case/17', '/case/17'],
  ['/CASES/2611-7kq4MX', '/cases/2611-7kq4MX'],
])('%s is spelled %s', (path, own) => expect(canonicalPage(path)).toBe(own));

test.each(['/login', '/login/', '/Loginx', '//Login', '/', '/Cases/1/2'])(
  '%s has no other spelling',
  (path) => expect(canonicalPage(path)).toBeNull(),
);
