import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutboxMail } from './transport.ts';

const NAME = /^[\w-]{10,80}$/;
/** The page and the tests only need the latest ones. */
const MAX_LISTED = 200;

/** Mails in the outbox folder, newest first. */
export async function listOutbox(dir: string): Promise<OutboxMail[]> {
  const names = await readdir(dir).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, MAX_LISTED);
  const mails = await Promise.all(newest.map((name) => readOutbox(dir, name.replace(/\.json$/, ''))));
  return mails.filter((mail) => mail !== null);
}

/** One mail; null for an unknown id. */
export async function readOutbox(dir: string, id: string): Promise<OutboxMail | null> {
  if (!NAME.test(id)) return null;
  const file = await readFile(join(dir, `${id}.json`), 'utf8').catch(() => null);
  return file === null ? null : (JSON.parse(file) as OutboxMail);
}
