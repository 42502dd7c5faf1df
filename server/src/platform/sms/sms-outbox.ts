import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putInOutbox } from '../mail/put-in-outbox.ts';
import type { OutgoingSms, SmsProvider } from './sms-provider.ts';

/** A text message as the outbox page lists it. */
export interface OutboxSms extends OutgoingSms {
  id: string;
  at: string;
}

const ENDING = '.sms';
/** The page and the tests only need the latest ones. */
const MAX_LISTED = 200;

/** Writes each text message to a file in a folder. */
export function smsToOutbox(dir: string): SmsProvider {
  return {
    async send({ to, text }) {
      const at = new Date().toISOString();
      const id = `${at.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
      const listed: OutboxSms = { id, at, to, text };
      await putInOutbox(dir, id + ENDING, JSON.stringify(listed));
    },
  };
}

/** Text messages in the outbox folder, newest first. */
export async function listSms(dir: string): Promise<OutboxSms[]> {
  const names = await readdir(dir).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .reverse()
    .slice(0, MAX_LISTED);
  return Promise.all(
    newest.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8')) as OutboxSms),
  );
}
