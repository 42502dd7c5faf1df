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
