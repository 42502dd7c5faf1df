import { route } from './endpoint.ts';

/** The code of a text message that verifies a phone number. */
export const PHONE_CODE = {
  digits: 6,
  /** Wrong attempts after which a new code is needed. */
  tries: 5,
  /** Lifetime of a code. */
  minutes: 10,
  /** Minimum interval between two messages. */
  resendSeconds: 30,
} as const;

export const requestPhoneVerification = route({
  method: 'POST',
  path: '/v1/auth/request-phone-verification/',
  access: 'public',
});
export const verifyPhoneCode = route({
  method: 'POST',
  path: '/v1/auth/verify-phone-code/',
  access: 'public',
});
