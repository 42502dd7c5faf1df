// @vitest-environment happy-dom
import { listExports } from '@cusp/contract/list-exports.routes';
import { PAGES } from '@cusp/contract/pages';
import { listSheets } from '@cusp/contract/sheets.routes';
import type { StaffDevice } from '@cusp/contract/staff-devices';
import {
  addDevices,
  blockDevices,
  listStaffDevices,
  setDeviceFeatures,
} from '@cusp/contract/staff-devices.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../app/query-client.ts';
import { type Answer, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/devices'));

const device = (id: number, more: Partial<StaffDevice> = {}): StaffDevice => ({
  id,
  udi: `UDI-${id}`,
  serial_no: '',
  prod_date: null,
  model: 'Trio 5',
  state: 'active',
  rental_manager: null,
  reg_customer: null,
  feature: null,
  registered_date: null,
  created_date: '2026-11-22T09:31:00.000Z',
  version: 1,
  ...more,
});
const listOf = (...devices: StaffDevice[]) =>
  replies(listStaffDevices, {
    devices,
    page: {
      number: 1,
      num_per_page: 25,
      total_num: devices.length,
      count: devices.length,
      num_pages: 1,
      has_previous: false,
      has_next: false,
      page_range: [1],
    },
  });

describe('a device that somebody else changed meanwhile', () => {
  const stale = [{ id: 1, name: 'UDI-1', version: 2, changed_by: 'Mara Quick' }];
  const blockBoth = async () => {
    const network = await openScreen(
      PAGES.admDevices,
      [
        listOf(device(1), device(2)),
        replies(listExports, { exports: [] }),
        refuses(blockDevices, 'conflict', { changed_by: 'Mara Quick', stale }),
      ],
      { as: { ...DENTIST, is_device_manager: true } },
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select UDI-1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select UDI-2' }));
    await confirmBlock();
    await screen.findByText('UDI-1: changed by Mara Quick');
    return network;
  };
  const confirmBlock = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    const dialog = await screen.findByRole('dialog', { name: /^Block/ });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
  };
  const lastBody = (network: Awaited<ReturnType<typeof blockBoth>>) =>
    network.sent.findLast(({ path }) => path === blockDevices.path)?.body;

  test('a device that somebody else changed meanwhile is named with who it was, and the other one can be changed at once', async () => {
    const network = await blockBoth();
    expect(lastBody(network)).toEqual({ block: true, ids: [1, 2], versions: { 1: 1, 2: 1 } });
    network.answer(replies(blockDevices, { changed: 1, kept: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Change the other one' }));
    await waitFor(() => expect(network.count(blockDevices)).toBe(2));
    expect(lastBody(network)).toMatchObject({ ids: [2] });
  });

  test('a device that somebody else changed meanwhile stays selected, is shown as it is now and can be changed after a look', async () => {
    const network = await blockBoth();
    network.answer(listOf(device(1, { state: 'blocked', version: 2 }), device(2)));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(network.count(listStaffDevices)).toBeGreaterThan(1));
    network.answer(replies(blockDevices, { changed: 2, kept: [] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await confirmBlock();
    await waitFor(() => expect(network.count(blockDevices)).toBe(2));
    expect(lastBody(network)).toEqual({ block: true, ids: [1, 2], versions: { 1: 2, 2: 1 } });
  });
});

test('a partner feature that somebody else turned meanwhile is named, and the other one can be turned at once', async () => {
  const stale = [{ id: 1, name: 'UDI-1', version: 4, changed_by: 'Mara Quick' }];
  const network = await openScreen(
    PAGES.admDevices,
    [
      listOf(device(1, { feature: { option: false, version: 3 }, version: 9 }), device(2)),
      replies(listExports, { exports: [] }),
      refuses(setDeviceFeatures, 'conflict', { changed_by: 'Mara Quick', stale }),
    ],
    { as: { ...DENTIST, is_device_manager: true } },
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select UDI-1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select UDI-2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Partner feature' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn on', hidden: true }));
  await screen.findByText('UDI-1: changed by Mara Quick');
  const sent = () =>
    network.sent.filter(({ path }) => path === setDeviceFeatures.path).map(({ body }) => body);
  const one = { udi: 'UDI-1', option: true, version: 3 };
  const two = { udi: 'UDI-2', option: true, version: 0 };
  expect(sent()).toEqual([{ featureData: [one, two] }]);
  network.answer(replies(setDeviceFeatures, { changed: 1 }));
  await userEvent.click(screen.getByRole('button', { name: 'Change the other one' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ featureData: [two] });
});

test('a partner feature that was removed and made again is turned after one look, and its list is loaded again', async () => {
  const stale = [{ id: 1, name: 'UDI-1', version: 1, changed_by: 'Mara Quick' }];
  const network = await openScreen(
    PAGES.admDevices,
    [
      listOf(device(1, { feature: { option: false, version: 3 } })),
      replies(listExports, { exports: [] }),
      refuses(setDeviceFeatures, 'conflict', { changed_by: 'Mara Quick', stale }),
    ],
    { as: { ...DENTIST, is_device_manager: true } },
  );
  queryClient.setQueryData(['admin-features', {}], { features: [] });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select UDI-1' }));
  const turn = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Partner feature' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn on', hidden: true }));
  };
  await turn();
  await screen.findByText('UDI-1: changed by Mara Quick');
  expect(queryClient.getQueryState(['admin-features', {}])?.isInvalidated).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  network.answer(replies(setDeviceFeatures, { changed: 1 }));
  await turn();
  await waitFor(() => expect(network.count(setDeviceFeatures)).toBe(2));
  expect(network.sent.findLast(({ path }) => path === setDeviceFeatures.path)?.body).toEqual({
    featureData: [{ udi: 'UDI-1', option: true, version: 1 }],
  });
});

test('a search that was not counted to its end says so', async () => {
  const page = {
    number: 1,
    num_per_page: 25,
    total_num: 1000,
    count: 1000,
    num_pages: 40,
    has_previous: false,
    has_next: true,
    page_range: [1, 2],
  };
  const options = { as: { ...DENTIST, is_device_manager: true } };
  const network = await openScreen(
    `${PAGES.admDevices}?search=trio`,
    [
      replies(listStaffDevices, { devices: [device(1)], page: { ...page, is_cut: true } }),
      replies(listExports, { exports: [] }),
    ],
    options,
  );
  expect(await screen.findByText(/more than 1,000 rows. The first 1,000 are shown/)).toBeTruthy();
  network.answer(replies(listStaffDevices, { devices: [device(1)], page }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(screen.queryByText(/more than 1,000 rows/)).toBeNull());
});

test('labels that are scanned while a device is being registered wait, and a refused one gives way to the next', async () => {
  const arrival = Promise.withResolvers<void>();
  const reply = replies(addDevices, { devices: [device(1)] });
  const slow: Answer = { ...reply, respond: (sent) => arrival.promise.then(() => reply.respond(sent)) };
  const network = await openScreen(
    PAGES.admFactoryRegistration,
    [slow, replies(listSheets, { sheets: [] })],
    { as: { ...DENTIST, is_device_manager: true } },
  );
  const label = (serial: string) => `(01)09506000134352(21)${serial}`;
  const sent = () =>
    network.sent
      .filter(({ path }) => path === addDevices.path)
      .map(({ body }) => (body as { devices: { udi: string }[] }).devices[0]?.udi);
  const udi = await screen.findByLabelText<HTMLInputElement>(/^UDI/);
  await userEvent.type(udi, `${label('A')}{Enter}${label('B')}{Enter}${label('C')}`);
  expect(screen.getByText(label('B'))).toBeTruthy();
  arrival.resolve();
  await waitFor(() => expect(sent()).toEqual([label('A'), label('B')]));
  await waitFor(() => expect(udi.value).toBe(label('C')));
  expect(screen.getByText('Just registered')).toBeTruthy();
  expect(screen.queryByText('Scanned, to be registered next')).toBeNull();

  network.answer(refuses(addDevices, 'internal'));
  await userEvent.type(udi, '{Enter}');
  await screen.findByRole('alert');
  network.answer(reply);
  await userEvent.keyboard(`${label('D')}${label('E')}{Enter}`);
  await waitFor(() => expect(sent().slice(2)).toEqual([label('C'), label('D'), label('E')]));
});
