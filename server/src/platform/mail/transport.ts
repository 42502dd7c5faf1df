import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { putInOutbox } from './put-in-outbox.ts';

/** A mail in both forms, ready to be sent. */
export interface OutgoingMail {
  from: { name: string; address: string };
  to: string;
  subject: string;
  html: string;
  text: string;
}

type SendMail = (mail: OutgoingMail) => Promise<void>;

export const outboxDir = (config: Config): string => join(config.dataDir, 'outbox');

/** Sends by SMTP if configured, otherwise writes the mail to `DATA_DIR/outbox`. */
export function createSendMail(config: Config): SendMail {
  return config.smtpUrl ? bySmtp(config.smtpUrl) : toOutbox(outboxDir(config));
}

/** Passes the recipient as a single address, so that a comma or bracket cannot add a second one. */
const envelopeOf = (mail: OutgoingMail) => ({
  ...mail,
  to: { name: '', address: mail.to },
  // Prevents out-of-office replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
});

function bySmtp(url: string): SendMail {
  const transport = createTransport(url);
  return async (mail) => {
    await transport.sendMail(envelopeOf(mail));
  };
}

/** Data for the outbox page, stored beside each `.eml`. */
export interface OutboxMail {
  id: string;
  at: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

function toOutbox(dir: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await transport.sendMail(envelopeOf(mail));
    const at = new Date().toISOString();
    const id = `${at.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
    const { to, subject, html, text } = mail;
    const listed: OutboxMail = { id, at, to, subject, html, text };
    await putInOutbox(dir, `${id}.eml`, message as Buffer);
    await putInOutbox(dir, `${id}.json`, JSON.stringify(listed));
  };
}
