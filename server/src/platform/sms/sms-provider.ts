/** A text message, ready to be sent. */
export interface OutgoingSms {
  /** Phone number in E.164. */
  to: string;
  text: string;
}

/** A service that sends text messages. Resolves once it has accepted the message, rejects otherwise. */
export interface SmsProvider {
  send(sms: OutgoingSms): Promise<void>;
}
