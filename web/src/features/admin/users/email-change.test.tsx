// @vitest-environment happy-dom
import type { EmailChange } from '@cusp/contract/email-change';
import { approveEmailChange, askEmailChange, stopEmailChange } from '@cusp/contract/email-change.routes';
import { PAGES } from '@cusp/contract/pages';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { getStaffUser } from '@cusp/contract/staff-users.routes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import fixtures from '../../../../../contract/fixtures/staff-users.json';
import { refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/users'));

const STAFF = { as: { ...DENTIST, is_staff: true } };
const UID = PAGES.admUser.replace(':uid', '31');
const USER = fixtures.getStaffUser.reply as unknown as StaffUserDetail;
const CHANGE = { ...(USER.email_change as EmailChange), is_own: false };
const shows = (change: Partial<EmailChange> | null, more: Partial<StaffUserDetail> = {}) =>
  replies(getStaffUser, {
    ...USER,
    state: 'active',
    block: null,
    second_step_reset: null,
    email_change: change && { ...CHANGE, ...change },
    ...more,
  });
const card = async () => within(await screen.findByRole('region', { name: 'Change of address' }));

test('a refused request keeps what was typed, and both addresses are asked', async () => {
  const user = userEvent.setup();
  const network = await openScreen(UID, [shows(null), refuses(askEmailChange, 'email_taken')], STAFF);
  await user.click(await screen.findByRole('button', { name: 'Change the email address' }));
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByRole('button', { name: 'Change the email address' });
  expect(send).toHaveProperty('disabled', true);
  const email = dialog.getByLabelText('New email address');
  await user.type(email, 'anna@new.example');
  await user.type(dialog.getByLabelText('Reason'), 'New domain');
  await user.click(send);
  expect(await dialog.findByText(/cannot be used|already/i)).toBeTruthy();
  expect(email).toHaveProperty('value', 'anna@new.example');
  // A colleague may have made a request by now.
  expect(network.count(getStaffUser)).toBe(2);
  network.answer(replies(askEmailChange, { id: 111 }));
  network.answer(shows({ is_own: true, new_agreed: false }));
  await user.click(send);
  expect((await card()).getByText('Waiting for both addresses')).toBeTruthy();
  expect((await card()).queryByRole('button', { name: 'Old mailbox is lost' })).toBeNull();
});

test.each([
  ['staff', { staff_flags: ['staff'] }],
  ['a blocked account', { state: 'blocked' }],
] as const)('no change is offered for %s', async (_, more) => {
  await openScreen(UID, [shows(null, more as Partial<StaffUserDetail>)], STAFF);
  await screen.findByRole('heading', { name: 'Profile' });
  expect(screen.queryByRole('button', { name: 'Change the email address' })).toBeNull();
});

test('a colleague approves that the old mailbox is lost, after a question', async () => {
  const user = userEvent.setup();
  const due_at = '2026-11-26T10:00:00.000Z';
  const network = await openScreen(UID, [shows({}), replies(approveEmailChange, { due_at })], STAFF);
  expect((await card()).getByText('The old address has not answered')).toBeTruthy();
  expect((await card()).getByText('The new address has agreed')).toBeTruthy();
  await user.click((await card()).getByRole('button', { name: 'Old mailbox is lost' }));
  network.answer(shows({ state: 'approved', approved_by: 'Tom Second', approved_at: due_at, due_at }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved without the old mailbox')).toBeTruthy();
  expect((await card()).getByText(/^Without the old address from/)).toBeTruthy();
});

test('stopping a change that has ended meanwhile says so and shows how', async () => {
  const user = userEvent.setup();
  const network = await openScreen(UID, [shows({}), refuses(stopEmailChange, 'support_not_waiting')], STAFF);
  const stop = (await card()).getByRole('button', { name: 'Stop the change' });
  network.answer(shows({ state: 'refused', ended_at: '2026-11-22T10:00:00.000Z' }));
  await user.click(stop);
  expect(await screen.findByText('Refused by one of the addresses')).toBeTruthy();
  expect((await card()).queryByRole('button')).toBeNull();
});
