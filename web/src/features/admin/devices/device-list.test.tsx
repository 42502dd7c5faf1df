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
import { type Answer, disconnects, refuses, replies } from '../../../testing/replies.ts';
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

describe('labels of a scanner that does not wait', () => {
  const label = (serial: string) => `(01)09506000134352(21)${serial}`;
  const reply = replies(addDevices, { devices: [device(1)] });
  const options = { as: { ...DENTIST, is_device_manager: true } };
  /** Delays the reply to addDevices until `arrive` is called. */
  const late = (answer: Answer) => {
    const { promise, resolve: arrive } = Promise.withResolvers<void>();
    const slow: Answer = { ...answer, respond: (sent) => promise.then(() => answer.respond(sent)) };
    return { slow, arrive };
  };
  const open = async (answer: Answer) => {
    const answers = [answer, replies(listSheets, { sheets: [] })];
    const network = await openScreen(PAGES.admFactoryRegistration, answers, options);
    const sent = () =>
      network.sent
        .filter(({ path }) => path === addDevices.path)
        .map(({ body }) => (body as { devices: { udi: string; serial_no: string }[] }).devices[0]);
    const udi = await screen.findByLabelText<HTMLInputElement>(/^UDI/);
    return { network, udi, sent, udis: () => sent().map((each) => each?.udi) };
  };
  /** Text at once, because each key renders the whole form; Enter is a key. */
  const scan = async (udi: HTMLInputElement, ...texts: string[]) => {
    await userEvent.click(udi);
    for (const [at, text] of texts.entries()) {
      if (at > 0) await userEvent.keyboard('{Enter}');
      if (text) await userEvent.paste(text);
    }
  };
  const isAskedOnLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  test('wait with their own serial number while a device is being registered, and each is sent once', async () => {
    const { slow, arrive } = late(reply);
    const { network, udi, sent, udis } = await open(slow);
    await scan(udi, label('A'), '');
    await userEvent.type(screen.getByLabelText(/^Serial number/), 'S2');
    await scan(udi, 'UDI-2', label('B') + label('C'), label('D'));
    expect(screen.getByText(label('C'))).toBeTruthy();
    expect(isAskedOnLeaving()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: `Remove from the list: ${label('B')}` }));
    expect(document.activeElement).toBe(udi);
    network.answer(reply);
    arrive();
    await waitFor(() => expect(screen.queryByText('To be registered')).toBeNull());
    expect(udis()).toEqual([label('A'), 'UDI-2', label('C')]);
    expect(sent().map((each) => each?.serial_no)).toEqual(['', 'S2', '']);
    expect(screen.getByText('Just registered')).toBeTruthy();
    expect(udi.value).toBe(label('D'));
    expect(isAskedOnLeaving()).toBe(false);
  });

  test('a refused one leaves the one that is half scanned alone, and is listed until it is corrected', async () => {
    const issue = { field: 'devices.0.udi', code: 'device_exists', message: '' } as const;
    const { slow, arrive } = late(refuses(addDevices, 'device_exists', { errors: [issue] }));
    const { network, udi, udis } = await open(slow);
    await scan(udi, label('A'), label('B').slice(0, 9));
    arrive();
    expect(await screen.findByText('Not registered')).toBeTruthy();
    expect(screen.getByText((text) => text.startsWith(`${label('A')}: `)).role).toBe('alert');
    network.answer(reply);
    await userEvent.paste(label('B').slice(9));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Just registered')).toBeTruthy();
    expect(udis()).toEqual([label('A'), label('B')]);
    await userEvent.click(screen.getByRole('button', { name: 'Correct' }));
    expect(udi.value).toBe(label('A'));
    expect(screen.queryByText('Not registered')).toBeNull();
  });

  test('one that was not sent without a connection is sent before the next one', async () => {
    const { network, udi, udis } = await open(disconnects(addDevices));
    await scan(udi, label('A'), '');
    expect(await screen.findByText(/^No connection to the server/)).toBeTruthy();
    expect(screen.getByText(label('A'))).toBeTruthy();
    network.answer(reply);
    await scan(udi, label('B'), '');
    await waitFor(() => expect(udis()).toEqual([label('A'), label('A'), label('B')]));
    // The lost reply may have been a success, so an already registered device is not refused.
    const repeats = network.sent.filter(({ path }) => path === addDevices.path).map(({ body }) => body);
    expect(repeats).toMatchObject([{}, { is_repeat: true }, {}]);
    expect(repeats[2]).not.toHaveProperty('is_repeat');
    await waitFor(() => expect(screen.queryByText('To be registered')).toBeNull());
    expect(screen.queryByText(/^No connection to the server/)).toBeNull();
  });
});
