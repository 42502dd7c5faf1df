// @vitest-environment happy-dom

import { requestPasswordReset, validateResetToken } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { loginByCode } from '@cusp/contract/security.routes';
import { login } from '@cusp/contract/sign-in.routes';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { describe, expect, test, vi } from 'vitest';
import { disconnects, hangs, refuses, replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

describe('sign-in', () => {
  const signIn = async () => {
    const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
    write(await screen.findByLabelText('Email'), 'anna.berg@cusp.example');
    write(screen.getByLabelText('Password'), 'a wrong password');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Sign in' }));
  };

  test('wrong credentials show the reason and keep the email address', async () => {
    await openScreen(PAGES.login, [refuses(login, 'wrong_credentials')], { as: null });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toMatch(/email or password/i);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna.berg@cusp.example');
  });

  test('an empty or wrong field has its message below it, in the language of the page and without a bubble', async () => {
    const network = await openScreen(PAGES.login, [], { as: null });
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    const bubbles: boolean[] = [];
    // After the listeners of the form.
    email.addEventListener('invalid', (event) => bubbles.push(!event.defaultPrevented));
    await userEvent.type(email, 'anna.berg');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Enter a valid email address.')).toBeTruthy();
    expect(screen.getByText('This field may not be blank')).toBeTruthy();
    expect(document.activeElement).toBe(email);
    expect(bubbles).toEqual([false]);
    await userEvent.type(email, '@cusp.example');
    expect(screen.queryByText('Enter a valid email address.')).toBeNull();
    expect(network.count(login)).toBe(0);
  });

  test('a double click sends once', async () => {
    const network = await openScreen(PAGES.login, [hangs(login)], { as: null });
    await signIn();
    expect(network.count(login)).toBe(1);
  });

  test('somebody who comes back by the button of the browser can sign in again', async () => {
    const network = await openScreen(PAGES.login, [hangs(login)], { as: null });
    await signIn();
    const button = screen.getByRole('button', { name: 'Sign in' });
    expect(button.dataset.loading).toBe('true');
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })));
    expect(button.dataset.loading).toBe('true');
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await userEvent.click(button);
    expect(network.count(login)).toBe(2);
  });

  test('a lost connection keeps what was typed, and a refusal clears the password', async () => {
    const network = await openScreen(PAGES.login, [disconnects(login)], { as: null });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna.berg@cusp.example');
    expect(password.value).toBe('a wrong password');
    network.answer(refuses(login, 'wrong_credentials'));
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(password.value).toBe(''));
  });

  test('the error of one second step leaves with it when another is chosen', async () => {
    const second_step = { token: 'T', ways: ['recovery' as const, 'app' as const], passkey_sites: [] };
    const answers = [replies(login, { second_step }), refuses(loginByCode, 'wrong_code')];
    await openScreen(PAGES.login, answers, { as: null });
    await signIn();
    await userEvent.type(await screen.findByLabelText('Recovery code'), 'aaaaa-bbbbb{Enter}');
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    await screen.findByText(/six digits/);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('an account of a provider without an email address is refused with what to do about it', async () => {
  const started = Promise.withResolvers<URL>();
  const close = vi.fn();
  const replace = (address: string) => started.resolve(new URL(address, location.origin));
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, focus() {}, close } as unknown as Window);
  await openScreen(PAGES.login, [], { as: null, site: { social: ['google'] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }));
  const state = (await started.promise).searchParams.get('state');
  const data = { mark: 'cusp.social', answer: { state, error: 'social_no_email' } };
  window.dispatchEvent(new MessageEvent('message', { origin: location.origin, data }));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This account didn’t share an email address\./,
  );
  expect(close).toHaveBeenCalled();
});

test('a language that cannot be loaded is named below the choice, and the page keeps its own', async () => {
  await openScreen(PAGES.login, [], { as: null });
  const choice = await screen.findByLabelText<HTMLSelectElement>('Language');
  const loading = vi.spyOn(i18next, 'changeLanguage').mockRejectedValueOnce(new Error('no connection'));
  await userEvent.selectOptions(choice, 'pl');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Polski could not be loaded/);
  expect(choice.value).toBe('en');
  loading.mockRestore();
});

describe('password reset', () => {
  test('a lost connection shows an error and keeps the email address', async () => {
    await openScreen(PAGES.passwordReset, [disconnects(requestPasswordReset)], { as: null });
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    await userEvent.type(email, 'anna.berg@cusp.example{Enter}');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(email.value).toBe('anna.berg@cusp.example');
  });

  test('a link that does not work any more leads to a new one', async () => {
    await openScreen('/password-reset/old', [refuses(validateResetToken, 'token_expired')], { as: null });
    expect(await screen.findByText('Token expired')).toBeTruthy();
  });

  test('a link that cannot be checked can be tried again', async () => {
    const network = await openScreen('/password-reset/new', [refuses(validateResetToken, 'internal')], {
      as: null,
    });
    network.answer(replies(validateResetToken, {}));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Create New Password' })).toBeTruthy();
  });
});
