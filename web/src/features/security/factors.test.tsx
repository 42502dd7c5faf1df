// @vitest-environment happy-dom
import { changePassword, validateField } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import {
  beginApp,
  confirmApp,
  listSessions,
  passkeyCreation,
  passkeyProof,
  removeApp,
  securityState,
} from '@cusp/contract/security.routes';
import { ownSupport } from '@cusp/contract/support.routes';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { SECURITY } from '../../testing/golden.ts';
import { disconnects, type FakeNetwork, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

/** The prompts of a browser with passkeys. */
const credentials = { get: vi.fn(), create: vi.fn() };
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'credentials'));

const sentTo = (network: FakeNetwork, { path }: { path: string }) =>
  network.sent.filter((sent) => sent.path === path).map(({ body }) => body);
const since = '2026-01-01T00:00:00Z';
const STATE = {
  ...SECURITY,
  app_since: since,
  passkeys: [{ id: 3, name: 'Phone', created_at: since, last_used_at: null, here: true }],
  recovery_codes_left: 9,
};
const SECTIONS = [
  replies(listSessions, { sessions: [] }),
  replies(ownSupport, { consent: null, visits: [] }),
];

test('turning the app off asks for password and code; a refusal keeps the dialog, and a passkey takes their place', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.security, [
    ...SECTIONS,
    replies(securityState, STATE),
    refuses(removeApp, 'wrong_code'),
    replies(passkeyProof, { options: { challenge: 'abc' } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Your password'), {
    target: { value: 'three brown molars' },
  });
  await user.type(within(dialog).getByLabelText(/^Code of your app/), '123456');
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  expect(await within(dialog).findByText(/code is incorrect/)).toBeTruthy();
  expect(sentTo(network, removeApp)[0]).toEqual({ password: 'three brown molars', code: '123456' });

  credentials.get.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'));
  await user.click(within(dialog).getByRole('button', { name: 'Use a passkey instead' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('No passkey was used.');
  const bytes = new ArrayBuffer(1);
  credentials.get.mockResolvedValueOnce({
    id: 'k',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  });
  await user.click(within(dialog).getByRole('button', { name: 'Use a passkey instead' }));
  expect(await within(dialog).findByText(/Your passkey has confirmed/)).toBeTruthy();
  expect(within(dialog).queryByLabelText('Your password')).toBeNull();
  network.answer(replies(removeApp, {}));
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  await eventually(() => expect(sentTo(network, removeApp)).toHaveLength(2));
  expect(sentTo(network, removeApp)[1]).toMatchObject({ credential: { id: 'k', type: 'public-key' } });
});

test('giving up the prompt of the browser keeps the name of a new passkey', async () => {
  const user = userEvent.setup();
  await openScreen(PAGES.security, [
    ...SECTIONS,
    replies(securityState, SECURITY),
    replies(passkeyCreation, { options: { challenge: 'abc', user: { id: 'abc' } } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/^Name/), "Ann's 열쇠");
  const password = within(dialog).getByLabelText<HTMLInputElement>('Your password');
  fireEvent.change(password, { target: { value: 'three brown molars' } });
  credentials.create.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'));
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await eventually(() => expect(credentials.create).toHaveBeenCalledTimes(1));
  expect(await screen.findByText(/No passkey was/)).toBeTruthy();
  await eventually(() => expect(password.value).toBe(''));
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Ann's 열쇠");
  expect(screen.getByRole('dialog')).toBe(dialog);
});

test('a new passkey without a name has a message of the page, and none is made', async () => {
  const user = userEvent.setup();
  await openScreen(PAGES.security, [
    ...SECTIONS,
    replies(securityState, SECURITY),
    replies(passkeyCreation, { options: { challenge: 'abc', user: { id: 'abc' } } }),
  ]);
  credentials.create.mockClear();
  await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
  const dialog = await screen.findByRole('dialog');
  const name = within(dialog).getByLabelText<HTMLInputElement>(/^Name/);
  await user.type(name, '   ');
  fireEvent.change(within(dialog).getByLabelText('Your password'), {
    target: { value: 'three brown molars' },
  });
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await within(dialog).findByText('This field may not be blank')).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(name);
  await user.type(name, 'Phone');
  expect(within(dialog).queryByText('This field may not be blank')).toBeNull();
  expect(credentials.create).not.toHaveBeenCalled();
});

test('setting up the app keeps the typed password when the connection is lost, and clears a wrong one', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.security, [
    ...SECTIONS,
    replies(securityState, { ...STATE, app_since: null, passkeys: [], has_password: true }),
    disconnects(beginApp),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = await screen.findByRole('dialog');
  const password = within(dialog).getByLabelText<HTMLInputElement>('Your password');
  fireEvent.change(password, { target: { value: 'three brown molars' } });
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await eventually(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
  expect(password.value).toBe('three brown molars');
  network.answer(refuses(beginApp, 'wrong_password'));
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await eventually(() => expect(password.value).toBe(''));
});

test('recovery codes are shown although the dialog was closed while the app was being confirmed', async () => {
  const user = userEvent.setup();
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const reply = replies(confirmApp, { recovery_codes: ['aaaaa-bbbbb'] });
  await openScreen(PAGES.security, [
    ...SECTIONS,
    replies(securityState, { ...STATE, app_since: null, passkeys: [], has_password: true }),
    replies(beginApp, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Cusp?secret=JBSWY3DPEHPK3PXP' }),
    { ...reply, respond: (sent) => arrived.then(() => reply.respond(sent)) },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  fireEvent.change(await screen.findByLabelText('Your password'), {
    target: { value: 'three brown molars' },
  });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText(/^Digit 1/), '123456');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
  arrive();
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();

  // Safari reads the file only after the click.
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await user.click(screen.getByRole('button', { name: 'Save as file' }));
  expect(revoke).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('a new password needs a code where a second step is set up', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.changePassword, [
    replies(securityState, STATE),
    refuses(changePassword, 'wrong_code'),
    replies(validateField, {}),
  ]);
  fireEvent.change(await screen.findByLabelText('Old password'), { target: { value: 'three brown molars' } });
  await user.type(screen.getByLabelText(/^Code of your app/), '123456');
  const [first, second] = screen.getAllByLabelText(/new password/i);
  fireEvent.change(first as HTMLElement, { target: { value: 'four white molars' } });
  fireEvent.change(second as HTMLElement, { target: { value: 'four white molars' } });
  await user.click(screen.getByRole('button', { name: 'Save New Password' }));
  expect(await screen.findByText(/code is incorrect/)).toBeTruthy();
  expect((sentTo(network, changePassword)[0] as FormData).get('code')).toBe('123456');
});
