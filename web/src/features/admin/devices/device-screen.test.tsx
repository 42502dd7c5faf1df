// @vitest-environment happy-dom
import type { StaffDevice } from '@cusp/contract/staff-devices';
import {
  getStaffDevice,
  listStaffDevices,
  removeDevices,
  setDeviceFeatures,
} from '@cusp/contract/staff-devices.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { hangs, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/registration/info/1'));

const DEVICE: StaffDevice = {
  id: 1,
  udi: 'UDI-1',
  serial_no: 'RC-1',
  prod_date: '2026-02-12',
  model: 'Trio 5',
  state: 'active',
  rental_manager: null,
  reg_customer: null,
  feature: null,
  registered_date: null,
  created_date: '2026-11-22T09:31:00.000Z',
  version: 3,
};
const open = (answers: Parameters<typeof openScreen>[1], flags: object = { is_device_manager: true }) =>
  openScreen('/adm/registration/info/1', answers, { as: { ...DENTIST, ...flags } });
const shown = async () => {
  await screen.findByText('UDI-1');
  return screen.queryAllByRole('button').map(({ textContent }) => textContent);
};

test('a device that does not exist says so', async () => {
  await open([refuses(getStaffDevice, 'not_found')]);
  expect(await screen.findByText('This page does not exist.')).toBeTruthy();
});

test('a viewer of device users is offered no change', async () => {
  await open([replies(getStaffDevice, DEVICE)], { is_device_user_viewer: true });
  expect(await shown()).not.toContain('Block');
});

test('a device manager is offered the changes that fit the state of the device', async () => {
  await open([replies(getStaffDevice, { ...DEVICE, state: 'blocked' })]);
  const names = await shown();
  expect(names).toEqual(expect.arrayContaining(['Unblock', 'Remove']));
  expect(names).not.toContain('Block');
  expect(names).not.toContain('Reset registration');
});

test.each([
  ['blocked', 'Rita Rental (blocked)'],
  ['deleted', 'Deleted account (16)'],
] as const)('a lock of a %s rental manager says what ends it', async (account, shownName) => {
  const known = { id: 16, name: 'Rita Rental', email: 'rita@rent.example' };
  const manager = account === 'deleted' ? { id: 16, name: '', email: '' } : known;
  await open([
    replies(getStaffDevice, { ...DEVICE, state: 'locked', rental_manager: { ...manager, account } }),
  ]);
  expect(await screen.findByText(shownName)).toBeTruthy();
  expect(screen.getByText(/The lock stays until a colleague/)).toBeTruthy();
});

test('a registered device is not removed, and the answer says what has to happen first', async () => {
  const registered = {
    user_id: 7,
    name: 'Rosa Kim',
    email: 'rosa@clinic.example',
    phone: '',
    country: 'KR',
    address: '',
    city: '',
    state: '',
    zip_code: '',
    installed_date: null,
  };
  const network = await open([replies(getStaffDevice, { ...DEVICE, reg_customer: registered })]);
  await shown();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/until their registration is reset/)).toBeTruthy();
  expect(network.sent.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('the switch of the feature keeps the focus, and shows the wish until the device is loaded again', async () => {
  const network = await open([replies(getStaffDevice, DEVICE), replies(setDeviceFeatures, { changed: 1 })]);
  await shown();
  network.answer(hangs(getStaffDevice));
  const feature = screen.getByRole<HTMLInputElement>('switch');
  await userEvent.click(feature);
  await waitFor(() => expect(network.count(getStaffDevice)).toBe(2));
  await userEvent.click(feature);
  expect(network.count(setDeviceFeatures)).toBe(1);
  expect([feature.disabled, feature.getAttribute('aria-busy'), feature.checked]).toEqual([
    false,
    'true',
    true,
  ]);
});

test('removing names the version that was shown and leads to the devices', async () => {
  const network = await open([
    replies(getStaffDevice, DEVICE),
    replies(removeDevices, { changed: 1, kept: [] }),
    hangs(listStaffDevices),
  ]);
  await shown();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(location.pathname).toBe('/adm/devices'));
  expect(network.sent.find(({ method }) => method === 'DELETE')?.body).toEqual({
    ids: [1],
    versions: { 1: 3 },
  });
});
