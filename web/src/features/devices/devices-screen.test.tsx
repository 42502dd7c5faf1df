// @vitest-environment happy-dom
import { listDevices, setDeviceLocks } from '@cusp/contract/devices.routes';
import { PAGES } from '@cusp/contract/pages';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import fixtures from '../../../../contract/fixtures/devices.json';
import { refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen } from '../../testing/screen.tsx';

const { devices, page } = fixtures.listDevices.reply;
const LIST = { devices: devices.map((device) => ({ ...device, state: 'locked' as const })), page };

test('a lock that was saved is the base of the next save although the list could not be loaded again', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.devices, [replies(listDevices, LIST)], {
    as: { ...DENTIST, is_device_rental_manager: true },
  });
  const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Lock \(01\)/ });
  const sent = () => network.sent.findLast(({ method }) => method === 'POST')?.body;
  const save = async () => user.click(await screen.findByRole('button', { name: 'Save' }));
  await user.click(await box());
  network.answer(refuses(listDevices, 'internal'));
  const saved = { dev_id: 33, dev_locked: false, dev_version: 2 };
  network.answer(replies(setDeviceLocks, { changed: 1, dev_conns: [saved] }));
  await save();
  await waitFor(() => expect(network.count(listDevices)).toBeGreaterThan(1));
  expect((await box()).checked).toBe(false);
  await user.click(await box());
  await save();
  await waitFor(() => expect(network.count(setDeviceLocks)).toBe(2));
  expect(sent()).toEqual({ dev_conns: [{ dev_id: 33, user_id: 1, dev_locked: true, dev_version: 2 }] });
});
