// @vitest-environment happy-dom
import { listExports } from '@cusp/contract/list-exports.routes';
import { PAGES } from '@cusp/contract/pages';
import type { StaffUser, StaffUserDetail } from '@cusp/contract/staff-users';
import {
  blockUser,
  endUserSession,
  endUserSessions,
  exportStaffUsers,
  getStaffUser,
  listStaffUsers,
  resendUserActivation,
  setRentalManager,
} from '@cusp/contract/staff-users.routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { hangs, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/users'));

const user = (id: number, more: Partial<StaffUser> = {}): StaffUser => ({
  id,
  name: `Person ${id}`,
  email: `person${id}@clinic.example`,
  institution: 'Smile Clinic',
  role: 'Dental Clinic',
  country: 'DE',
  state: 'active',
  region: 'EU',
  staff_flags: [],
  is_device_rental_manager: false,
  created_date: '2026-11-01T08:00:00.000Z',
  last_sign_in: null,
  ...more,
});
const PAGE = {
  number: 1,
  num_per_page: 25,
  num_pages: 1,
  has_previous: false,
  has_next: false,
  page_range: [1],
};
const listOf = (...users: StaffUser[]) =>
  replies(listStaffUsers, { users, page: { ...PAGE, total_num: users.length, count: users.length } });
const detail = (more: Partial<StaffUserDetail> = {}): StaffUserDetail => ({
  ...user(31),
  phone: '+49 30 5550100',
  address: 'Torstr. 5, Berlin',
  language: 'de',
  brand: 'cusp',
  activated_date: '2026-11-01T08:05:00.000Z',
  block: null,
  version: 3,
  sign_in: { has_password: true, social: [], has_app: false, passkeys: 0, recovery_codes: 0 },
  second_step_reset: null,
  email_change: null,
  group: null,
  connections: { accepted: 0, designated: 0, pending: 0, rejected: 0 },
  scanners: [],
  rented_devices: 0,
  sessions: [
    {
      id: '0b5c7a52-5b0e-4f0c-9d0c-3b8a3f6f2f11',
      browser: 'Firefox',
      system: 'Windows',
      kind: 'desktop',
      ip: '203.0.113.9',
      country: 'DE',
      created_at: '2026-11-22T07:30:00.000Z',
      last_used_at: '2026-11-22T08:30:00.000Z',
      area: 'customer',
    },
  ],
  log: [],
  ...more,
});
const shows = (more: Partial<StaffUserDetail> = {}) => replies(getStaffUser, detail(more));
const STAFF = { as: { ...DENTIST, is_staff: true } };
const SALES = { as: { ...DENTIST, is_sales_manager: true } };
const UID = PAGES.admUser.replace(':uid', '31');

const NO_EXPORTS = replies(listExports, { exports: [] });

test('a list that changes between two pages says that a row may be elsewhere', async () => {
  const totals = [60, 60, 59];
  const pages = [1, 2, 3];
  const answer = {
    route: listStaffUsers,
    respond: async () => {
      const [number = 0, total = 0] = [pages.shift(), totals.shift()];
      const page = {
        ...{ ...PAGE, num_pages: 3, page_range: [1, 2, 3], number, total_num: total, count: total },
        ...{ has_previous: number > 1, has_next: number < 3 },
      };
      return new Response(JSON.stringify({ users: [user(number)], page }), {
        headers: { 'content-type': 'application/json' },
      });
    },
  };
  await openScreen(PAGES.admUsers, [answer, NO_EXPORTS], STAFF);
  await screen.findByText('Person 1');
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Person 2');
  expect(screen.queryByText(/added or removed/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Person 3');
  expect(screen.getByText(/added or removed/)).toBeTruthy();
});

describe('the list of users', () => {
  test('filters by role, which stays in the address', async () => {
    const network = await openScreen(PAGES.admUsers, [listOf(user(1)), NO_EXPORTS], STAFF);
    expect(await screen.findByRole('link', { name: 'Person 1' })).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Dental Lab');
    await waitFor(() => expect(network.count(listStaffUsers)).toBe(2));
    expect(location.search).toContain('role=Dental+Lab');
  });

  test('a person of whom no country is known does not break the list', async () => {
    await openScreen(PAGES.admUsers, [listOf(user(1, { country: '' })), NO_EXPORTS], STAFF);
    expect(await screen.findByRole('link', { name: 'Person 1' })).toBeTruthy();
  });

  test('an empty list of users says so, and offers no Excel file', async () => {
    await openScreen(PAGES.admUsers, [listOf(), NO_EXPORTS], SALES);
    expect(await screen.findByText('No users yet')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Excel' }).disabled).toBe(true);
  });

  test('the list of users shows why the Excel file was refused', async () => {
    const refused = refuses(exportStaffUsers, 'export_too_large');
    await openScreen(PAGES.admUsers, [listOf(user(1)), NO_EXPORTS, refused], SALES);
    await screen.findByRole('link', { name: 'Person 1' });
    await userEvent.click(screen.getByRole('button', { name: 'Excel' }));
    expect(await screen.findByText(/too long for one file/)).toBeTruthy();
  });
});

describe('one user', () => {
  test('a user’s screen does not say that it is missing before it is loaded', async () => {
    await openScreen(UID, [hangs(getStaffUser)], STAFF);
    expect(await screen.findByRole('link', { name: 'Back to users' })).toBeTruthy();
    expect(screen.queryByText('This page does not exist.')).toBeNull();
  });

  test('an unknown id says that the page does not exist', async () => {
    await openScreen(UID, [refuses(getStaffUser, 'not_found')], STAFF);
    expect(await screen.findByText('This page does not exist.')).toBeTruthy();
  });

  test('sales managers read: no buttons, no sessions', async () => {
    await openScreen(UID, [shows({ sessions: null })], SALES);
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy();
    expect(screen.getByText('European Union')).toBeTruthy();
    expect(screen.getByText('Number').nextElementSibling?.textContent).toBe('31');
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Live sessions' })).toBeNull();
  });

  test('a refused block keeps the reason, and a conflict names who changed the account', async () => {
    const network = await openScreen(
      UID,
      [shows(), refuses(blockUser, 'conflict', { changed_by: 'Mara Quick' })],
      STAFF,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = await screen.findByRole('dialog', { name: 'Block Person 31?' });
    const send = within(dialog).getByRole('button', { name: 'Block' });
    expect(send).toHaveProperty('disabled', true);
    const reason = within(dialog).getByLabelText('Reason');
    await userEvent.type(reason, 'Lost laptop');
    await userEvent.click(send);
    expect(await within(dialog).findByText(/^Mara Quick has changed this account/)).toBeTruthy();
    expect(reason).toHaveProperty('value', 'Lost laptop');

    network.answer(replies(blockUser, {}));
    network.answer(
      shows({
        state: 'blocked',
        version: 4,
        block: { since: '2026-11-22T09:00:00.000Z', by: 'Stella Staff', reason: 'Lost laptop' },
      }),
    );
    await userEvent.click(send);
    expect(await screen.findByText(/^Blocked by Stella Staff/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Unblock' })).toBeTruthy();
  });

  test('a block that was begun for one person is not there for another after going back', async () => {
    const group = { id: 4, name: 'Lab', is_owner: false, owner: { id: 31, name: 'Person 31' }, members: 2 };
    const other = replies(getStaffUser, { ...detail(), ...user(32), group });
    const network = await openScreen(PAGES.admUser.replace(':uid', '32'), [other], STAFF);
    const owner = await screen.findByRole('link', { name: 'Person 31' });
    network.answer(shows());
    await userEvent.click(owner);
    await screen.findByRole('heading', { name: 'Person 31' });
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    await userEvent.type(await screen.findByLabelText('Reason'), 'Lost laptop');
    act(() => window.history.back());
    await screen.findByText('person32@clinic.example');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('all sessions are ended after a confirmation', async () => {
    const network = await openScreen(UID, [shows(), replies(endUserSessions, { ended: 1 })], STAFF);
    await userEvent.click(await screen.findByRole('button', { name: 'End all sessions' }));
    network.answer(shows({ sessions: [] }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }),
    );
    expect(await screen.findByText('Not signed in anywhere.')).toBeTruthy();
  });

  test('a session that has ended meanwhile disappears when somebody tries to end it', async () => {
    const network = await openScreen(UID, [shows(), refuses(endUserSession, 'not_found')], STAFF);
    await userEvent.click(await screen.findByRole('button', { name: /^End .*Firefox/ }));
    network.answer(shows({ sessions: [] }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }),
    );
    expect(await screen.findByText('Not signed in anywhere.')).toBeTruthy();
  });

  test('after an activation mail the screen says when the next can be sent', async () => {
    await openScreen(
      UID,
      [
        shows({ state: 'not_activated', activated_date: null }),
        replies(resendUserActivation, { sent: false, next_in: 40 }),
      ],
      STAFF,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send activation mail again' }));
    expect(await screen.findByText(/in 40 seconds/)).toBeTruthy();
  });

  test('staff accounts cannot be blocked, and the rental flag is for device managers', async () => {
    await openScreen(UID, [shows({ staff_flags: ['sales_manager'] })], STAFF);
    expect(await screen.findByText('Sales manager')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Make rental manager' })).toBeNull();
  });

  test('the rental flag stays while there are devices, and the reason is shown', async () => {
    await openScreen(
      UID,
      [shows({ is_device_rental_manager: true }), refuses(setRentalManager, 'rental_manager_has_devices')],
      { as: { ...DENTIST, is_staff: true, is_device_manager: true } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw rental manager' }));
    expect(await screen.findByText(/still has devices/)).toBeTruthy();
  });
});
