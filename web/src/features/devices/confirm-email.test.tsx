// @vitest-environment happy-dom
import { confirmDeviceEmail, resendScannerMail } from '@cusp/contract/devices.routes';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuses } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

test.each([
  ['device_link_invalid', 'Email confirmation link invalid', /is damaged, older than 14 days/],
  ['no_permission', 'This link is for another account', /different account/],
  ['device_blocked', 'The scanner was not confirmed', /scanner is blocked/],
  ['account_blocked', 'The scanner was not confirmed', /account is blocked/],
] as const)('a link refused with %s says what is wrong', async (code, title, text) => {
  await openScreen('/devices/confirm-email/MQ/token?sid=VVM', [refuses(confirmDeviceEmail, code)], {
    as: null,
  });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

test('a mail that is requested again after another link was used says that the scanner is confirmed', async () => {
  const answers = [
    refuses(confirmDeviceEmail, 'device_link_invalid'),
    refuses(resendScannerMail, 'device_yours'),
  ];
  await openScreen('/devices/confirm-email/MQ/token?sid=VVM', answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm email again' }));
  expect(await screen.findByRole('heading', { name: 'Device email confirmed' })).toBeTruthy();
  expect(screen.queryByText('Please try again later.')).toBeNull();
});
