// @vitest-environment happy-dom
import { listDevices, setDeviceLocks } from '@cusp/contract/devices.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import fixtures from '../../../../contract/fixtures/devices.json';
import { queryClient } from '../../app/query-client.ts';
import { hangs, refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen } from '../../testing/screen.tsx';

const { devices, page } = fixtures.listDevices.reply;
const LIST = { devices: devices.map((device) => ({ ...device, state: 'locked' as const })), page };

const open = () =>
  openScreen(PAGES.devices, [replies(listDevices, LIST)], {
    as: { ...DENTIST, is_device_rental_manager: true },
  });
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Lock \(01\)/ });
const saveButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
/** Saves, and waits for the end: the button takes no click before. */
async function save(user: UserEvent): Promise<void> {
  await user.click(await saveButton());
  await waitFor(async () => {
    const { disabled, dataset } = await saveButton();
    expect([disabled, dataset.loading]).toEqual([true, undefined]);
  });
}
type Network = Awaited<ReturnType<typeof open>>;
const sent = (network: Network) => network.sent.findLast(({ method }) => method === 'POST')?.body;
/** The reply to a save of one device. */
const saved = (dev_id: number, dev_locked: boolean, dev_version: number) =>
  replies(setDeviceLocks, { changed: 1, dev_conns: [{ dev_id, dev_locked, dev_version }] });

test('a lock that was saved is the base of the next save although the list could not be loaded again', async () => {
  const user = userEvent.setup();
  const network = await open();
  await user.click(await box());
  network.answer(refuses(listDevices, 'internal'));
  network.answer(saved(33, false, 2));
  await save(user);
  await waitFor(() => expect(network.count(listDevices)).toBeGreaterThan(1));
  expect((await box()).checked).toBe(false);
  await user.click(await box());
  await user.click(await saveButton());
  await waitFor(() => expect(network.count(setDeviceLocks)).toBe(2));
  expect(sent(network)).toEqual({
    dev_conns: [{ dev_id: 33, user_id: 1, dev_locked: true, dev_version: 2 }],
  });
});

test('a newer lock of a colleague replaces the saved one although the clock was set back', async () => {
  const user = userEvent.setup();
  const network = await open();
  const lists = (version: number, state: 'locked' | 'unlocked') =>
    network.answer(
      replies(listDevices, {
        ...LIST,
        devices: LIST.devices.map((device) => ({ ...device, state, lock_version: version })),
      }),
    );
  await user.click(await box());
  lists(2, 'unlocked');
  network.answer(saved(33, false, 2));
  await save(user);
  await waitFor(() => {
    expect(network.count(listDevices)).toBeGreaterThan(1);
    expect(queryClient.isFetching({ queryKey: ['devices'] })).toBe(0);
  });
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now - 3_600_000);
  lists(3, 'locked');
  await act(() => queryClient.invalidateQueries({ queryKey: ['devices'] }));
  expect((await box()).checked).toBe(true);
  await user.click(await box());
  await user.click(await saveButton());
  await waitFor(() => expect(network.count(setDeviceLocks)).toBe(2));
  expect(sent(network)).toEqual({
    dev_conns: [{ dev_id: 33, user_id: 1, dev_locked: false, dev_version: 3 }],
  });
});

test('saves on two pages that are not loaded again are the base of edits on both', async () => {
  const user = userEvent.setup();
  const network = await open();
  const pages = [1, 2].map((number) =>
    replies(listDevices, {
      devices: LIST.devices.map((device) => ({ ...device, id: number, udi: `UDI-${number}` })),
      page: { ...page, number, num_pages: 2, has_next: number === 1, page_range: [1, 2], count: 26 },
    }),
  );
  network.answer({
    route: listDevices,
    respond: async (asked) =>
      (asked.query.includes('&page=2&') ? pages[1] : pages[0])?.respond(asked) ?? Response.error(),
  });
  const boxOf = (number: number) =>
    screen.findByRole<HTMLInputElement>('checkbox', { name: `Lock UDI-${number}` });
  const go = async (number: number) => {
    await user.click(await screen.findByRole('button', { name: `Page ${number}` }));
    return boxOf(number);
  };
  await box();
  await act(() => queryClient.invalidateQueries({ queryKey: ['devices'] }));
  await go(2);
  network.answer(hangs(listDevices));
  for (const number of [1, 2]) {
    await user.click(await go(number));
    network.answer(saved(number, false, 2));
    await save(user);
  }
  const first = await go(1);
  expect(first.checked).toBe(false);
  await user.click(first);
  await go(2);
  await user.click(await saveButton());
  await waitFor(() => expect(network.count(setDeviceLocks)).toBe(3));
  expect(sent(network)).toEqual({
    dev_conns: [
      { dev_id: 2, user_id: 1, dev_locked: false, dev_version: 2 },
      { dev_id: 1, user_id: 1, dev_locked: true, dev_version: 2 },
    ],
  });
});

test('a save counts as complete when a server of the previous version does not name what it has saved', async () => {
  const user = userEvent.setup();
  const network = await open();
  await user.click(await box());
  network.answer(replies(setDeviceLocks, { changed: 1 } as ReplyFrom<typeof setDeviceLocks>));
  await user.click(await saveButton());
  expect(await screen.findByText('Locks saved')).toBeTruthy();
  expect((await box()).isConnected).toBe(true);
});
