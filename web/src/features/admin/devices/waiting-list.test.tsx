// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import type { WaitingRegistration } from '@cusp/contract/staff-registrations';
import {
  discardUserRegistration,
  listUserRegistrations,
  resendUserRegistration,
} from '@cusp/contract/staff-registrations.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Answer, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/registration'));

const registration: WaitingRegistration = {
  id: 7,
  device: { id: 48, udi: 'UDI-48', serial_no: 'S1', model: 'Trio 5', state: 'free' },
  customer: {
    user_id: 32,
    name: 'Anna Berg',
    email: 'anna@clinic.example',
    phone: '',
    country: 'DE',
    address: '',
    city: '',
    state: '',
    zip_code: '',
    installed_date: null,
  },
  asked_date: '2026-11-20T09:31:00.000Z',
  mailed_date: '2026-11-20T09:31:00.000Z',
  link_until: '2100-01-01T00:00:00.000Z',
};
const listOf = (...registrations: WaitingRegistration[]) =>
  replies(listUserRegistrations, {
    registrations,
    page: {
      number: 1,
      num_per_page: 25,
      total_num: registrations.length,
      count: registrations.length,
      num_pages: 1,
      has_previous: false,
      has_next: false,
      page_range: [1],
    },
  });
const open = (flag: 'is_device_manager' | 'is_device_user_viewer', ...answers: Answer[]) =>
  openScreen(`${PAGES.admRegistrations}?tab=waiting`, [listOf(registration), ...answers], {
    as: { ...DENTIST, [flag]: true },
  });

test('viewers see waiting registrations without a way to change them', async () => {
  await open('is_device_user_viewer');
  expect(await screen.findByText('Anna Berg')).toBeTruthy();
  expect(screen.getByText('Link works')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send mail again' })).toBeNull();
});

test('the mail is sent again, and a wait is put into words', async () => {
  const network = await open(
    'is_device_manager',
    replies(resendUserRegistration, { sent: true, next_in: 60 }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Send mail again' }));
  expect(await screen.findByText('The mail to anna@clinic.example is on its way')).toBeTruthy();
  network.answer(replies(resendUserRegistration, { sent: false, next_in: 60 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send mail again' }));
  expect(await screen.findByText(/in 60 seconds/)).toBeTruthy();
});

test('discarding asks once and shows when the customer was faster', async () => {
  const network = await open('is_device_manager', refuses(discardUserRegistration, 'registration_confirmed'));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect(
    await screen.findByText('The customer has confirmed this registration in the meantime.'),
  ).toBeTruthy();
  await waitFor(() => expect(network.count(listUserRegistrations)).toBeGreaterThan(1));
});
