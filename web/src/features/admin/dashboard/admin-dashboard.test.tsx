// @vitest-environment happy-dom
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { statistics } from '@cusp/contract/statistics.routes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/dashboard'));

const NUMBERS: ReplyFrom<typeof statistics> = {
  region: 'EU',
  status_counts: { open: 1204, inprog: 7, completed: 3, reopened: 1, closed: 40 },
  restoration_counts: [
    { type: 'crown', count: 31 },
    { type: 'other', count: 2 },
  ],
  activity_counts: [{ action: 'COMMENT_ADD', count: 18 }],
  days: [
    { day: '2026-11-22', users: 0, cases: 2, bytes: 0, devices: 0, sign_ins: 9 },
    { day: '2026-11-23', users: 2, cases: 5, bytes: 73_400_320, devices: 1, sign_ins: 14 },
  ],
  totals: { users: 412, cases: 1255, devices: 21 },
  is_complete: true,
};
const EMPTY: typeof NUMBERS = {
  ...NUMBERS,
  status_counts: { open: 0, inprog: 0, completed: 0, reopened: 0, closed: 0 },
  restoration_counts: [],
  activity_counts: [],
  days: NUMBERS.days.map(({ day }) => ({ day, users: 0, cases: 0, bytes: 0, devices: 0, sign_ins: 0 })),
  totals: { users: 0, cases: 0, devices: 0 },
};
const open = (answers: Parameters<typeof openScreen>[1], search = '') =>
  openScreen(PAGES.admDashboard + search, answers, { as: { ...DENTIST, is_staff: true } });
const panel = (name: string) => screen.findByRole('region', { name });

test('each chart has a table with its numbers', async () => {
  await open([replies(statistics, NUMBERS)]);
  const statuses = await panel('All cases by status');
  await userEvent.click(within(statuses).getByRole('button', { name: /show as a table/ }));
  expect(within(statuses).getByRole('row', { name: 'Open 1,204' })).toBeTruthy();
  const growth = await panel('New each day');
  await userEvent.click(within(growth).getByRole('button', { name: /show as a table/ }));
  expect(within(growth).getByRole('row', { name: /2026 2 5 73\.4 MB 1 14$/ })).toBeTruthy();
  const made = await panel('Restorations');
  await userEvent.click(within(made).getByRole('button', { name: /show as a table/ }));
  expect(within(made).getByRole('row', { name: 'Other 2' })).toBeTruthy();
});

test('the period is taken from the address and kept in it', async () => {
  const network = await open([replies(statistics, NUMBERS)], '?period=year');
  await panel('New each day');
  const period = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' });
  expect(period().value).toBe('year');
  await userEvent.selectOptions(period(), 'Last 7 days');
  expect(location.search).toBe('?period=week');
  expect(network.count(statistics)).toBe(2);
});

test('nothing happened: every panel says so, and no table is offered', async () => {
  await open([replies(statistics, EMPTY)]);
  expect(await screen.findByText('No cases yet')).toBeTruthy();
  expect(screen.getAllByText('Nothing in this period')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /show as a table/ })).toBeNull();
});

test('days that are still being counted are named', async () => {
  await open([replies(statistics, { ...NUMBERS, is_complete: false })]);
  expect(await screen.findByText(/still being counted/)).toBeTruthy();
});

test('a failed load can be tried again', async () => {
  const network = await open([refuses(statistics, 'internal')]);
  const again = await screen.findByRole('button', { name: /again/i });
  network.answer(replies(statistics, NUMBERS));
  await userEvent.click(again);
  expect(await panel('New each day')).toBeTruthy();
});
