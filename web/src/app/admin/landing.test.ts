import { ADM_PATHS, PAGES, type PagePath } from '@cusp/contract/pages';
import { STAFF_AREAS, type StaffFlag } from '@cusp/contract/staff.routes';
import { expect, test } from 'vitest';
import { afterAdminSignIn, staffHomeOf } from './landing.ts';

const page = (path: string, flags: readonly StaffFlag[]) => ({ path: path as PagePath, flags });
const ALL = [
  page(ADM_PATHS.labs, STAFF_AREAS.labs),
  page(ADM_PATHS.dashboard, STAFF_AREAS.dashboard),
  page(ADM_PATHS.devices, STAFF_AREAS.devices),
  page(ADM_PATHS.registrations, STAFF_AREAS.registrations),
];

test.each<[StaffFlag[], string]>([
  [['device_manager'], '/adm/registration'],
  [['device_user_viewer'], '/adm/registration'],
  [['sales_manager'], '/adm/devices'],
  [['staff'], '/adm/dashboard'],
  [['staff', 'device_manager'], '/adm/registration'],
  [['staff', 'sales_manager'], '/adm/devices'],
])('%s start at %s', (flags, path) => expect(staffHomeOf(flags, ALL)).toBe(path));

test('a start page without a screen is replaced by the first permitted page', () => {
  const built = ALL.slice(0, 1);
  expect(staffHomeOf(['staff'], built)).toBe('/adm/labs');
  expect(staffHomeOf(['device_user_viewer'], built)).toBeNull();
});

test('sign-in never leads to a forbidden, foreign or unknown page', () => {
  for (const from of ['/adm/unknown', '/cases', 'https://evil.example/adm/labs', 7, null])
    expect(afterAdminSignIn([], { from })).toBe(PAGES.adm);
});
