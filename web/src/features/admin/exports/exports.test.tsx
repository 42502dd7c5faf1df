// @vitest-environment happy-dom
import type { ListExport } from '@cusp/contract/list-exports';
import { cancelExport, listExports, startExport } from '@cusp/contract/list-exports.routes';
import { PAGES } from '@cusp/contract/pages';
import { listStaffDevices } from '@cusp/contract/staff-devices.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/devices'));

const longList = replies(listStaffDevices, {
  devices: [],
  page: {
    number: 1,
    num_per_page: 25,
    total_num: 31_000,
    count: 31_000,
    num_pages: 1240,
    has_previous: false,
    has_next: true,
    page_range: [1, 2],
  },
});
const anExport = (more: Partial<ListExport> = {}): ListExport => ({
  id: 5,
  list: 'devices',
  filename: 'Devices.xlsx',
  state: 'running',
  problem: null,
  rows_done: 10_000,
  rows_total: 31_000,
  created_date: '2026-11-22T09:31:00.000Z',
  until: null,
  ...more,
});

test('a long list is written by a job that shows its progress, its file and can be stopped', async () => {
  const network = await openScreen(
    `${PAGES.admDevices}?search=trio&sort=model asc`,
    [longList, replies(listExports, { exports: [] }), replies(startExport, anExport({ state: 'queued' }))],
    { as: { ...DENTIST, is_device_manager: true } },
  );
  const button = await screen.findByRole('button', { name: 'Excel' });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  network.answer(replies(listExports, { exports: [anExport()] }));
  await userEvent.click(button);
  expect(await screen.findByText('Devices.xlsx: 10,000 of 31,000 rows')).toBeTruthy();
  expect(
    network.sent.find(({ path, method }) => path === startExport.path && method === 'POST')?.body,
  ).toEqual({
    list: 'devices',
    search: 'trio',
    sort: 'model asc',
  });
  const ready = anExport({ state: 'done', rows_done: 31_000, until: '2026-11-22T10:31:00.000Z' });
  network.answer(replies(listExports, { exports: [ready] }));
  const link = await screen.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toBe('/heclore/v1/cs/exports/5/file/');
  network.answer(replies(listExports, { exports: [] }));
  network.answer(replies(cancelExport, {}));
  await userEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
  await waitFor(() => expect(screen.queryByText(/Devices.xlsx/)).toBeNull());
});

test('an export that failed says why', async () => {
  await openScreen(
    PAGES.admDevices,
    [
      longList,
      replies(listExports, {
        exports: [
          anExport({ state: 'failed', problem: 'not_entitled' }),
          anExport({ id: 6, list: 'registrations' }),
        ],
      }),
    ],
    { as: { ...DENTIST, is_device_manager: true } },
  );
  expect(await screen.findByText(/your account may no longer read this list/)).toBeTruthy();
  expect(screen.queryByText(/10,000 of/)).toBeNull();
});
