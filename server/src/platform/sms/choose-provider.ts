import type { Config } from '../config/config.ts';
import { outboxDir } from '../mail/transport.ts';
import { smsToOutbox } from './sms-outbox.ts';
import type { SmsProvider } from './sms-provider.ts';
import { twilio } from './twilio.ts';

/**
 * Twilio if configured; otherwise messages are written to `DATA_DIR/outbox`. Null in production without a provider,
 * because a code that only reaches a folder would verify nothing.
 */
export function smsProviderOf(config: Config): SmsProvider | null {
  if (config.twilio) return twilio(config.twilio);
  return config.production ? null : smsToOutbox(outboxDir(config));
}
