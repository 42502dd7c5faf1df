import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './push.routes.ts';
import { Done } from './wire.ts';

/** URL-safe base64 of so many bytes. */
const bytes = (length: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .length(Math.ceil((length * 8) / 6));

export const getPush = endpoint(routes.getPush, {
  summary:
    'The key with which browsers subscribe to notifications, and whether this session’s browser gets them',
  reply: z.object({ public_key: bytes(65), is_on: z.boolean() }),
});

export const subscribePush = endpoint(routes.subscribePush, {
  summary:
    'Send notifications to the browser of this session, until the session ends; replaces its subscription',
  body: z.object({
    endpoint: z.url({ protocol: /^https?$/ }).max(1000),
    keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  }),
  reply: Done,
  perMinute: 20,
});

export const unsubscribePush = endpoint(routes.unsubscribePush, {
  withoutAgreement: true,
  summary: 'Send this session’s browser no more notifications',
  reply: Done,
});
