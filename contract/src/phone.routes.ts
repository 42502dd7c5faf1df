import { route } from './endpoint.ts';

/** The code of a text message that verifies a phone number. */
export const PHONE_CODE = {
  digits: 6,
  /** Wrong tries after which a new code is needed. */
  tries: 5,
  /** How long a code works. */
  minutes: 10,
  /** The least pause between two messages. */
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
