import type { Config } from '../config/config.ts';
import { outboxDir } from '../mail/transport.ts';
import { smsToOutbox } from './sms-outbox.ts';
import { twilio } from './twilio.ts';

/** A text message, ready to be sent. */
export interface OutgoingSms {
  /** The number in E.164. */
  to: string;
  text: string;
}

/** Whoever carries text messages. Settles when the message was taken over, throws when it was not. */
export interface SmsProvider {
  send(sms: OutgoingSms): Promise<void>;
}

/**
 * Twilio where it is set up; otherwise messages stay in `DATA_DIR/outbox`. Null in production without a
 * provider: a code that reaches only a folder would verify nothing.
 */
export function smsProviderOf(config: Config): SmsProvider | null {
  if (config.twilio) return twilio(config.twilio);
  return config.production ? null : smsToOutbox(outboxDir(config));
}
