import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Phone } from './identity.ts';
import * as routes from './phone.routes.ts';
import { Done } from './wire.ts';

export const requestPhoneVerification = endpoint(routes.requestPhoneVerification, {
  summary: 'Send a code to a phone number by text message; valid for the requester and this number',
  body: z.object({ phone: Phone }),
  reply: Done,
  perMinute: 20,
  alsoOtherRegion: true,
});

export const verifyPhoneCode = endpoint(routes.verifyPhoneCode, {
  summary: 'Verify a phone number by the code that was sent to it',
  body: z.object({
    phone: Phone,
    otp: z
      .string()
      .length(routes.PHONE_CODE.digits)
      .regex(/^[0-9]*$/),
  }),
  reply: Done,
  perMinute: 60,
  alsoOtherRegion: true,
});
