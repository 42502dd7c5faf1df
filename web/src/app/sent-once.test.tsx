// @vitest-environment happy-dom
import {
  changePassword,
  confirmPasswordReset,
  requestActivate,
  requestPasswordReset,
  validateField,
  validateResetToken,
} from '@cusp/contract/accounts.routes';
import { listConnections, requestConnection } from '@cusp/contract/connections.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import type { Route } from '@cusp/contract/endpoint';
import { PAGES } from '@cusp/contract/pages';
import { requestPhoneVerification, verifyPhoneCode } from '@cusp/contract/phone.routes';
import { editProfile, editSettings, getProfile } from '@cusp/contract/profile.routes';
import { securityState } from '@cusp/contract/security.routes';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { NO_CONNECTIONS, PROFILE, SECURITY } from '../testing/golden.ts';
import { type Answer, hangs, replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

const PASSWORD = 'four quiet rivers';

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input,textarea' }), {
    target: { value },
  });

async function fillPasswords(): Promise<void> {
  await fill('New password', PASSWORD);
  await fill('Confirm new password', PASSWORD);
}

/** Clicks twice before a render, and once more afterwards. */
async function hurry(name: string): Promise<void> {
  const pressed = await button(name);
  await waitFor(() => expect(pressed.disabled).toBe(false));
  act(() => {
    pressed.click();
    pressed.click();
  });
  fireEvent.click(pressed);
}

interface Form {
  address: string;
  /** The button that sends it. */
  sends: string;
  route: Route;
  answers?: readonly Answer[];
  isPublic?: true;
  fill?(): Promise<unknown>;
}

const FORMS: Record<string, Form> = {
  'request of a reset link': {
    address: PAGES.passwordReset,
    sends: 'Reset Password',
    route: requestPasswordReset,
    isPublic: true,
    fill: () => fill('Email', 'somebody@clinic.example'),
  },
  'new password by a link': {
    address: '/password-reset/some-token',
    sends: 'Save New Password',
    route: confirmPasswordReset,
    answers: [replies(validateResetToken, {}), replies(validateField, {})],
    isPublic: true,
    fill: fillPasswords,
  },
  'request of an activation mail': {
    address: '/resend/MTU',
    sends: 'Resend',
    route: requestActivate,
    isPublic: true,
  },
  'change of the password': {
    address: PAGES.changePassword,
    sends: 'Save New Password',
    route: changePassword,
    answers: [replies(validateField, {}), replies(securityState, SECURITY)],
    async fill() {
      await fill('Old password', 'three brown molars');
      await fillPasswords();
    },
  },
  profile: {
    address: PAGES.profile,
    sends: 'Save Changes',
    route: editProfile,
    answers: [replies(getProfile, PROFILE), replies(validateField, {})],
    fill: () => fill('First name', 'Olga Maria'),
  },
  settings: {
    address: PAGES.settings,
    sends: 'Save Settings',
    route: editSettings,
    answers: [replies(listScanners, { scanners: [], last_device_id: null })],
    fill: async () => userEvent.click(await screen.findByRole('switch', { name: 'Auto refresh' })),
  },
  'connection request': {
    address: PAGES.connections,
    sends: 'Create Connection',
    route: requestConnection,
    answers: [replies(listConnections, NO_CONNECTIONS), replies(validateField, {})],
    async fill() {
      const [first] = await screen.findAllByRole('button', { name: 'Create New Connection' });
      fireEvent.click(first as HTMLElement);
      await fill(/^Email/, 'once@clinic.example');
      await fill(/^Message/, 'Please connect with us');
    },
  },
};

test.each(Object.entries(FORMS))('%s: a double click sends once', async (_, form) => {
  const { address, sends, route, answers = [], isPublic } = form;
  const network = await openScreen(address, [...answers, hangs(route)], isPublic ? { as: null } : {});
  await form.fill?.();
  await hurry(sends);
  await waitFor(() => expect(network.count(route)).toBe(1));
});

describe('phone number', () => {
  test('the verification code of a phone number is requested once and tried once', async () => {
    const network = await openScreen(PAGES.profile, [
      replies(getProfile, PROFILE),
      replies(validateField, {}),
      replies(requestPhoneVerification, {}),
      hangs(verifyPhoneCode),
    ]);
    const phone = await screen.findByRole('textbox', { name: /^Phone/ });
    fireEvent.change(phone, { target: { value: '+49 89 3216549' } });
    await hurry('Verify');
    const dialog = await screen.findByRole('dialog', { name: 'Verify your phone number' });
    expect(network.count(requestPhoneVerification)).toBe(1);
    await userEvent.type(dialog.querySelector('input') as HTMLInputElement, '1234567');
    await waitFor(() => expect(network.count(verifyPhoneCode)).toBe(1));
  });
});

test('a reset link requested too soon says so, and cannot be sent again yet', async () => {
  await openScreen(PAGES.passwordReset, [replies(requestPasswordReset, { sent: false, next_in: 40 })], {
    as: null,
  });
  await fill('Email', 'somebody@clinic.example');
  fireEvent.click(await button('Reset Password'));
  expect(await screen.findByRole('heading', { name: 'Link already requested' })).toBeTruthy();
  expect((await button('Send again')).disabled).toBe(true);
});
