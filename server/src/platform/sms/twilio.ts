import * as z from 'zod';
import type { Config } from '../config/config.ts';
import type { TwilioConfig } from '../config/providers.ts';
import { outboxDir } from '../mail/transport.ts';
import { smsToOutbox } from './sms-outbox.ts';
import type { SmsProvider } from './sms-provider.ts';

const TIMEOUT_MS = 10_000;

/** Sends through Twilio's Programmable Messaging, https://www.twilio.com/docs/messaging/api/message-resource. */
export function twilio({ apiUrl, accountSid, authToken, from }: TwilioConfig): SmsProvider {
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  // A messaging service chooses a sender number per country.
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    async send({ to, text }) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, Body: text, [sender]: from }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body: unknown = await reply.json().catch(() => null);
      // Twilio's message repeats the phone number; its error code may be logged.
      if (!reply.ok)
        throw new Error(`Twilio responded with ${reply.status}, code ${codeOf(body) ?? 'unknown'}`);
    },
  };
}

const codeOf = (body: unknown): number | undefined =>
  z.object({ code: z.number() }).safeParse(body).data?.code;

/**
 * Twilio if configured; otherwise messages are written to `DATA_DIR/outbox`. Null in production without a provider,
 * because a code that only reaches a folder would verify nothing.
 */
export function smsProviderOf(config: Config): SmsProvider | null {
  if (config.twilio) return twilio(config.twilio);
  return config.production ? null : smsToOutbox(outboxDir(config));
}
