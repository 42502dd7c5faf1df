// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import type { UserPlace } from '@cusp/contract/user-locations';
import { peopleOfCountry, userLocations } from '@cusp/contract/user-locations.routes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/user-locations'));

const place = (country: string, count: number, more: Partial<UserPlace> = {}): UserPlace => ({
  country,
  role: 'Dental Clinic',
  region: 'EU',
  is_confirmed: true,
  count,
  ...more,
});
const PLACES = [
  place('DE', 40),
  place('DE', 2, { is_confirmed: false }),
  place('KR', 9, { role: 'Dental Lab' }),
  place('MT', 1),
  place('none', 3),
];
const NOBODY = replies(peopleOfCountry, {
  users: [],
  page: {
    number: 1,
    num_per_page: 25,
    total_num: 0,
    count: 0,
    num_pages: 1,
    has_previous: false,
    has_next: false,
    page_range: [1],
  },
});
const open = (answers: Parameters<typeof openScreen>[1], search = '') =>
  openScreen(PAGES.admUserLocations + search, answers, { as: { ...DENTIST, is_sales_manager: true } });
const rows = async () =>
  within(await screen.findByRole('region', { name: 'Countries' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('the table has every country, most people first, also those too small for the map', async () => {
  await open([replies(userLocations, { places: PLACES })]);
  expect(await rows()).toEqual(['Germany42402', 'South Korea990', 'No country330', 'Malta110', 'Total55532']);
  expect(screen.getByRole('button', { name: 'Germany: 42' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Malta: 1' })).toBeNull();
});

test('Enter on a country of the map opens its people, and again closes them', async () => {
  const network = await open([replies(userLocations, { places: PLACES }), NOBODY]);
  const korea = await screen.findByRole('button', { name: 'South Korea: 9' });
  korea.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Users in South Korea' })).toBeTruthy();
  expect(location.search).toBe('?country=KR');
  expect(network.count(peopleOfCountry)).toBe(1);
  await userEvent.keyboard(' ');
  expect(screen.queryByRole('heading', { name: 'Users in South Korea' })).toBeNull();
});

test('filters of the address narrow map and table', async () => {
  await open([replies(userLocations, { places: PLACES })], '?role=Dental+Lab');
  expect(await rows()).toEqual(['South Korea990', 'Total990']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Confirmation' }), 'Not confirmed');
  expect(await rows()).toEqual(['Nobody matches these filters', 'Total000']);
});

test('no users at all, and a failed load that can be tried again', async () => {
  const network = await open([refuses(userLocations, 'internal')]);
  const again = await screen.findByRole('button', { name: /again/i });
  network.answer(replies(userLocations, { places: [] }));
  await userEvent.click(again);
  expect(await screen.findByText('No users yet')).toBeTruthy();
});
