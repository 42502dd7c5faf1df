// @vitest-environment happy-dom

import { closeAccount, showClosing } from '@cusp/contract/closing.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { securityState } from '@cusp/contract/security.routes';
import { logout } from '@cusp/contract/sign-in.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import profile from '../../../../contract/fixtures/profile.json';
import security from '../../../../contract/fixtures/security.json';
import { refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const REMAINS = profile.showClosing.reply as ReplyFrom<typeof showClosing>;
const NO_SCANNERS = replies(listScanners, { scanners: [], last_device_id: null });
const STATE = {
  ...security.securityState.reply,
  has_password: true,
  app_since: null,
  recovery_codes_left: 0,
} as ReplyFrom<typeof securityState>;

test('the dialog says first what goes and what stays, keeps open after a wrong password, and signs out', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.settings, [
    NO_SCANNERS,
    refuses(showClosing, 'internal'),
    replies(securityState, STATE),
    refuses(closeAccount, 'wrong_password'),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Close account' }));
  const dialog = within(await screen.findByRole('dialog'));
  const retry = await dialog.findByRole('button', { name: 'Try again' });
  network.answer(replies(showClosing, REMAINS));
  await user.click(retry);
  const open = within(await screen.findByRole('dialog'));
  expect(await open.findByText('Your side’s copies of 12 cases')).toBeTruthy();
  expect(open.getByText(/^9 cases with their files/)).toBeTruthy();
  expect(open.getByText(/You leave the group Berg Dental/)).toBeTruthy();
  expect(open.getByRole('link', { name: 'Export your data first' }).getAttribute('href')).toBe(
    '/privacy#export',
  );
  await user.type(open.getByLabelText(/^Your password/), 'wrong');
  await user.click(open.getByRole('button', { name: 'Close account' }));
  expect(
    await open.findByText(/password/i, { selector: '[role="alert"], .mantine-InputWrapper-error' }),
  ).toBeTruthy();
  network.answer(replies(closeAccount, profile.closeAccount.reply));
  network.answer(replies(logout, {}));
  await user.type(open.getByLabelText(/^Your password/), 'right');
  await user.click(open.getByRole('button', { name: 'Close account' }));
  await waitFor(() => expect(network.sent.at(-1)?.path).toBe(logout.path));
  expect(network.sent.findLast(({ path }) => path === '/v1/user/closing/')?.body).toEqual({
    password: 'right',
  });
});

test('while the other region does not respond, the dialog says that its cases are not counted', async () => {
  await openScreen(PAGES.settings, [
    NO_SCANNERS,
    replies(showClosing, { ...REMAINS, kept: 0, is_complete: false }),
    replies(securityState, STATE),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Close account' }));
  expect(await screen.findByText(/^The other region isn’t responding/)).toBeTruthy();
  expect(screen.queryByText('Others keep nothing of your cases.')).toBeNull();
});

test('the owner of a group with members sees what to do first, and no confirmation', async () => {
  const user = userEvent.setup();
  await openScreen(PAGES.settings, [
    NO_SCANNERS,
    replies(showClosing, { ...REMAINS, blocked: 'group_has_members' }),
    replies(securityState, STATE),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Close account' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Hand it over to one of them, dissolve it or remove its members first.',
  );
  expect(dialog.getByRole('link', { name: 'Go to your group' }).getAttribute('href')).toBe(PAGES.groups);
  expect(dialog.queryByLabelText(/^Your password/)).toBeNull();
});
