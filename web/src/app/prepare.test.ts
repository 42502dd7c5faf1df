import { hasShell } from '@cusp/contract/pages';
import { beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_SHELL, partsOfPath } from './admin/admin-parts.ts';
import { ADMIN_ROUTES } from './admin/admin-routes.ts';
import { partsOf, SHELL } from './prepare.ts';
import { ROUTES } from './routes.ts';

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }));
});

const namesOf = (address: string, isSignedIn: boolean) =>
  partsOf(address, isSignedIn).map((part) =>
    part === SHELL ? 'shell' : ROUTES.find((route) => route.part === part)?.path,
  );

test('the server’s list of pages with the shell is complete', () => {
  const inShell = ROUTES.filter(({ guard }) => guard === 'user').map(({ path }) => path);
  expect(ROUTES.map(({ path }) => path).filter(hasShell)).toEqual(inShell);
});

test.each([
  ['/', ['shell', '/dashboard']],
  ['/login', ['shell', '/dashboard']],
  ['/login?next=%2Fconnections', ['shell', '/connections']],
  ['/login?next=%2F', ['shell', '/dashboard']],
  ['/login?next=https%3A%2F%2Fevil.example', ['shell', '/dashboard']],
  ['/login?next=%2Flogin%3Fnext%3D%252Fsettings', ['shell', '/settings']],
  ['/cases?status=Open', ['shell', '/cases']],
  ['/cases/new', ['shell', '/cases/new']],
  ['/cases/C-17/', ['shell', '/cases']],
  ['/share/case?token=x', ['/share/case']],
  ['/no/such/page', ['shell']],
])('a signed-in person at %s gets the parts %j', (address, parts) =>
  expect(namesOf(address, true)).toEqual(parts),
);

test.each([
  ['/', []],
  ['/dashboard', []],
  ['/cases/C-17', []],
  ['/signup?next=%2Fcases', ['/signup']],
  ['/share/case', ['/share/case']],
  ['/no/such/page', []],
])('a guest at %s gets the parts %j besides the initial bundle', (address, parts) =>
  expect(namesOf(address, false).filter((name) => name !== '/login')).toEqual(parts),
);

test.each([
  ['/adm', true, ['shell']],
  ['/adm/users', true, ['shell', '/adm/users']],
  ['/adm/no/such/page', true, ['shell']],
  ['/adm', false, ['/adm']],
  ['/adm/users', false, ['/adm']],
])('%s of the administration has with a session (%s) the parts %j', (pathname, isSignedIn, parts) => {
  const routes: readonly { path: string; part: unknown }[] = [...ADMIN_ROUTES, ...ROUTES];
  const names = partsOfPath(pathname, isSignedIn).map((part) =>
    part === ADMIN_SHELL ? 'shell' : routes.find((route) => route.part === part)?.path,
  );
  expect(names).toEqual(parts);
});
