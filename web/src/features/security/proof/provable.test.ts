import type { SecurityState } from '@cusp/contract/security';
import { expect, test } from 'vitest';
import { factorsOf, provableBy } from './provable.ts';

const state = (over: Partial<SecurityState>): SecurityState => ({
  has_password: true,
  app_since: null,
  passkeys: [],
  recovery_codes_left: 0,
  required: false,
  passkeys_here: true,
  reset_due: null,
  email_change: null,
  ...over,
});

test('an account without a password needs no recovery code right after signing in', () => {
  expect(provableBy(state({ has_password: false, recovery_codes_left: 8 }))).toEqual({
    password: false,
    code: true,
    freshSignIn: true,
    both: false,
    passkey: false,
  });
});

test('with an app only a code is required, whatever else the account has', () => {
  for (const has_password of [true, false])
    expect(provableBy(state({ has_password, app_since: '2026-01-01T00:00:00Z' }))).toEqual({
      password: false,
      code: true,
      freshSignIn: false,
      both: false,
      passkey: false,
    });
});

test('without an app the password is required', () => {
  expect(provableBy(state({}))).toMatchObject({ password: true, code: false, freshSignIn: false });
});

test('factors are changed by both of them, or by a passkey of this address', () => {
  const app_since = '2026-01-01T00:00:00Z';
  const passkeys = [{ id: 1, name: 'Phone', created_at: app_since, last_used_at: null, here: true }];
  expect(factorsOf(state({}))).toEqual(provableBy(state({})));
  expect(factorsOf(state({ app_since }))).toMatchObject({ both: true, freshSignIn: false, passkey: false });
  expect(factorsOf(state({ passkeys }))).toMatchObject({ both: true, freshSignIn: true, passkey: true });
  expect(factorsOf(state({ app_since, passkeys, has_password: false }))).toMatchObject({
    password: false,
    code: true,
    both: false,
    passkey: true,
  });
  const elsewhere = passkeys.map((each) => ({ ...each, here: false }));
  expect(factorsOf(state({ passkeys: elsewhere })).passkey).toBe(false);
});
