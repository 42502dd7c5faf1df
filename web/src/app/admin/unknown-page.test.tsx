// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DENTIST, openScreen } from '../../testing/screen.tsx';
import { ADMIN, prepare } from '../prepare.ts';
import { ADMIN_SHELL, partsOfPath } from './admin-parts.ts';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/no/such/page'));

test('an unknown address of the administration keeps the navigation of staff', async () => {
  await openScreen('/adm/no/such/page', [], { as: { ...DENTIST, is_staff: true } });
  const main = await screen.findByRole('main');
  expect(await within(main).findByRole('heading', { name: /not found/i })).toBeTruthy();
  expect(within(main).getByRole('link', { name: 'Home' }).getAttribute('href')).toBe(PAGES.adm);
  // On the small screen of the test it is behind a button.
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(await screen.findByRole('link', { name: 'Users' })).toBeTruthy();
});

test('an unknown address of the administration names no page to guests', async () => {
  await openScreen('/adm/no/such/page', [], { as: null });
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy();
  expect(screen.getByText('Cusp')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull();
});

test('an administration whose code cannot be loaded says so and can be tried again', async () => {
  vi.spyOn(ADMIN, 'Shown').mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await openScreen(PAGES.adm, [], { as: null });
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('alert')).toBeTruthy();
  expect(main.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a page of the administration is loaded with all its parts, and none of them fails it', async () => {
  const parts = new Set([ADMIN, ADMIN_SHELL, ...partsOfPath(PAGES.admUsers, true)]);
  const loads = [...parts].map((part) => vi.spyOn(part, 'load').mockRejectedValue(new TypeError('lost')));
  loads[0]?.mockResolvedValue();
  await prepare(PAGES.admUsers, true);
  expect(loads).toHaveLength(3);
  for (const load of loads) expect(load).toHaveBeenCalledTimes(1);
  loads[0]?.mockRejectedValue(new TypeError('lost'));
  await prepare(PAGES.admUsers, true);
});
