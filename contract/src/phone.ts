import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Phone } from './identity.ts';
import { Done } from './wire.ts';

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

export const requestPhoneVerification = endpoint({
  method: 'POST',
  path: '/v1/auth/request-phone-verification/',
  access: 'public',
  summary: 'Send a code to a phone number by text message; it works for who asked, and for this number',
  body: z.object({ phone: Phone }),
  reply: Done,
  perMinute: 20,
});

export const verifyPhoneCode = endpoint({
  method: 'POST',
  path: '/v1/auth/verify-phone-code/',
  access: 'public',
  summary: 'Verify a phone number by the code that was sent to it',
  body: z.object({
    phone: Phone,
    otp: z
      .string()
      .length(PHONE_CODE.digits)
      .regex(/^[0-9]*$/),
  }),
  reply: Done,
  perMinute: 60,
});
