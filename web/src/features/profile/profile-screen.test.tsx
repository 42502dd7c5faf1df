// @vitest-environment happy-dom

import { validateField } from '@cusp/contract/accounts.routes';
import { suggestAddresses } from '@cusp/contract/addresses.routes';
import { PAGES } from '@cusp/contract/pages';
import type { Profile } from '@cusp/contract/profile';
import { editProfile, getProfile } from '@cusp/contract/profile.routes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PROFILE } from '../../testing/golden.ts';
import { type Answer, disconnects, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const open = (profile: Profile, ...answers: Answer[]) =>
  openScreen(PAGES.profile, [replies(getProfile, profile), replies(validateField, {}), ...answers], {
    site: { address_provider: 'Google Maps' },
  });
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

test('the role of a group member is locked with a reason', async () => {
  await open({ ...PROFILE, role_locked: 'group' });
  const role = await screen.findByRole<HTMLInputElement>('combobox', {
    name: 'Role',
    description: 'The role cannot be changed while you are in a group.',
  });
  expect([role.value, role.readOnly]).toEqual(['Dental Clinic', true]);
});

test('a social account has no name or password to change here', async () => {
  const network = await open({ ...PROFILE, social_provider: 'google' }, disconnects(editProfile));
  await screen.findByText('You sign in with Google; name and password are kept there.');
  for (const name of [/^First name/, /^Last name/, /^Email/]) expect((await field(name)).readOnly).toBe(true);
  expect(screen.queryByRole('link', { name: 'Change Password' })).toBeNull();
  fireEvent.change(await field(/^Institution/), { target: { value: 'Atelier' } });
  await save();
  await waitFor(() => expect(network.count(editProfile)).toBe(1));
  expect(network.sent.find(({ method }) => method === 'PUT')?.body).not.toHaveProperty('first_name');
});

test('another phone number is not saved unless it is verified; the saved one, never verified, can be put back', async () => {
  const network = await open({ ...PROFILE, phone_verified: false }, disconnects(editProfile));
  const phone = await field(/^Phone/);
  fireEvent.change(phone, { target: { value: '+49 89 5550199' } });
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('Please verify your phone number.');
  expect(network.count(editProfile)).toBe(0);
  fireEvent.change(phone, { target: { value: PROFILE.phone } });
  fireEvent.change(await field(/^Institution/), { target: { value: 'Atelier' } });
  await save();
  await waitFor(() => expect(network.count(editProfile)).toBe(1));
});

test('an empty name is marked and not sent; a lost connection and a failed completion keep what was typed', async () => {
  const network = await open(PROFILE, disconnects(editProfile), refuses(suggestAddresses, 'internal'));
  const first = await field(/^First name/);
  const address = screen.getByRole<HTMLInputElement>('combobox', { name: /^Address/ });
  await userEvent.clear(first);
  await userEvent.clear(address);
  await userEvent.type(address, 'Hafenstraße 1');
  await waitFor(() => expect(network.count(suggestAddresses)).toBeGreaterThan(0));
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('Please enter all required items.');
  expect(screen.getByText('This field may not be blank')).toBeTruthy();
  expect(document.activeElement).toBe(first);
  expect(network.count(editProfile)).toBe(0);

  await userEvent.type(first, 'Rita');
  await save();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The profile was not saved'));
  expect([first.value, address.value]).toEqual(['Rita', 'Hafenstraße 1']);
  expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]);
});

test('a message says that the browser cannot draw a picture, and none is chosen', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 4, close() {} }));
  await open(PROFILE);
  await field(/^First name/);
  const file = new File(['a'], 'face.png', { type: 'image/png' });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  await userEvent.click(await screen.findByRole('button', { name: 'Use picture' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The picture could not be cropped/);
  expect(screen.getByRole('button', { name: 'Choose picture' })).toBeTruthy();
});
