// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { getStaffUser } from '@cusp/contract/staff-users.routes';
import type { StepReset } from '@cusp/contract/step-reset';
import { approveStepReset, askStepReset, refuseStepReset } from '@cusp/contract/step-reset.routes';
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
const RESET: StepReset = {
  id: 95,
  state: 'requested',
  reason: 'Phone stolen',
  requested_by: 'Stella Staff',
  is_own: false,
  requested_at: '2026-11-22T09:00:00.000Z',
  approved_by: null,
  approved_at: null,
  due_at: null,
  ended_at: null,
};
const shows = (reset: Partial<StepReset> | null, more: Partial<StaffUserDetail> = {}) =>
  replies(getStaffUser, {
    ...USER,
    state: 'active',
    block: null,
    second_step_reset: reset && { ...RESET, ...reset },
    ...more,
  });
const card = async () => within(await screen.findByRole('region', { name: 'Lost second step' }));
const noCard = async () => {
  await screen.findByRole('heading', { name: 'Profile' });
  return screen.queryByRole('region', { name: 'Lost second step' }) === null;
};

test.each([
  ['without a second step', { sign_in: { ...USER.sign_in, has_app: false, passkeys: 0 } }],
  ['of a blocked account', { state: 'blocked' }],
  ['of staff', { staff_flags: ['sales_manager'] }],
] as const)('no reset is offered for a user %s', async (_, more) => {
  await openScreen(UID, [shows(null, more as Partial<StaffUserDetail>)], STAFF);
  expect(await noCard()).toBe(true);
});

test('sales managers see a reset and cannot answer it', async () => {
  await openScreen(UID, [shows({})], { as: { ...DENTIST, is_sales_manager: true } });
  expect((await card()).getByText('Waiting for approval')).toBeTruthy();
  expect((await card()).queryByRole('button')).toBeNull();
});

test('a refused request keeps the reason and shows the request of a colleague', async () => {
  const user = userEvent.setup();
  const network = await openScreen(UID, [shows(null), refuses(askStepReset, 'reset_open')], STAFF);
  await user.click((await card()).getByRole('button', { name: 'Ask for a reset' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Remove the second step of/ }));
  const reason = dialog.getByLabelText('Reason');
  await user.type(reason, 'Phone stolen');
  network.answer(shows({}));
  await user.click(dialog.getByRole('button', { name: 'Ask for a reset' }));
  expect(await dialog.findByText(/already been requested/)).toBeTruthy();
  expect(reason).toHaveProperty('value', 'Phone stolen');
  expect(await screen.findByText('Waiting for approval')).toBeTruthy();
});

test('a person who requested a reset can withdraw but not approve it', async () => {
  const user = userEvent.setup();
  const network = await openScreen(UID, [shows({ is_own: true }), replies(refuseStepReset, {})], STAFF);
  expect((await card()).getByText('A colleague has to approve your request.')).toBeTruthy();
  expect((await card()).queryByRole('button', { name: 'Approve' })).toBeNull();
  network.answer(shows({ is_own: true, state: 'refused', ended_at: '2026-11-22T10:00:00.000Z' }));
  await user.click((await card()).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Stopped by staff')).toBeTruthy();
  expect((await card()).getByRole('button', { name: 'Ask for a reset' })).toBeTruthy();
});

test('a colleague approves after a question, and the card says how much time is left', async () => {
  const user = userEvent.setup();
  const due_at = new Date(Date.now() + 23.5 * 3600_000).toISOString();
  const network = await openScreen(UID, [shows({}), replies(approveStepReset, { due_at })], STAFF);
  await user.click((await card()).getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Approve the reset for/ }));
  network.answer(
    shows({ state: 'waiting', approved_by: 'Tom Second', approved_at: '2026-11-22T10:00:00.000Z', due_at }),
  );
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/is removed on .+ \(in 24 hours\)/)).toBeTruthy();
  expect((await card()).getByRole('button', { name: 'Stop the reset' })).toBeTruthy();
  expect((await card()).getByText(/^Approved by Tom Second/)).toBeTruthy();
});

test('an approval that came too late says so and shows the new state', async () => {
  const user = userEvent.setup();
  const network = await openScreen(UID, [shows({}), refuses(approveStepReset, 'support_not_waiting')], STAFF);
  await user.click((await card()).getByRole('button', { name: 'Approve' }));
  network.answer(shows({ state: 'used', ended_at: '2026-11-22T10:00:00.000Z' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Stopped: the second step was used')).toBeTruthy();
});
