import type { SecurityState } from '@cusp/contract/security';
import { expect, test } from 'vitest';
import { provableBy } from './provable.ts';

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
  });
});

test('with an app only a code is asked for, whatever else the account has', () => {
  for (const has_password of [true, false])
    expect(provableBy(state({ has_password, app_since: '2026-01-01T00:00:00Z' }))).toEqual({
      password: false,
      code: true,
      freshSignIn: false,
    });
});

test('without an app the password is asked for', () => {
  expect(provableBy(state({}))).toEqual({ password: true, code: false, freshSignIn: false });
});
