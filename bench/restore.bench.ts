/**
 * People comment and upload while a deployment is backed up; afterwards it is restored to random seconds, and rows and
 * files are compared with what was acknowledged by then. RESTORES=20 SECONDS=120 is the full run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { startLocalPostgres } from '@cusp/local-postgres/start';
import pg from 'pg';
import { newKeys } from '../server/src/platform/backup/seal.ts';
import { createCase, createUser } from '../server/src/testing/factories.ts';
import { formWith, sha256, stl } from '../server/src/testing/uploads.ts';
import { Killable } from './support/killable.ts';
import { median, percentile, round, table } from './support/table.ts';

const RESTORES = Number(process.env.RESTORES ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 40);
const WRITERS = 4;

interface Written {
  kind: 'comment' | 'file';
  text: string;
  digest: string;
  /** Just before the request was sent, and just after its reply. */
  sent: number;
  acknowledged: number;
}

const backupDir = await scratchFolder('cusp-backups-');
const keys = await newKeys();
const settings = { BACKUP_DIR: backupDir, BACKUP_PUBLIC_KEY: keys.publicKey };
const live = await Killable.start(settings);

/** Runs a command of the server as an operator does. */
async function run(script: string, args: string[], env: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/src', script), ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}

const { caseId, author } = await live.withServices(async (services) => {
  const person = await createUser(services);
  return { author: person.id, caseId: (await createCase(services, { author: person })).id };
});
const token = await live.token(author);
const log: Written[] = [];
let isWriting = true;

async function keepWriting(writer: number): Promise<void> {
  for (let number = 0; isWriting; number += 1) {
    const isFile = number % 4 === 0;
    const text = `${writer}-${number}`;
    const bytes = stl(400, writer * 1_000_000 + number);
    const sent = Date.now();
    const reply = await fetch(`${live.url}/heclore/v1/cases/${caseId}/${isFile ? 'file' : 'comment'}/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(isFile ? {} : { 'content-type': 'application/json' }),
      },
      body: isFile ? formWith(bytes, `${text}.stl`) : JSON.stringify({ comment: text }),
    });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    log.push({
      kind: isFile ? 'file' : 'comment',
      text: isFile ? `${text}.stl` : text,
      digest: isFile ? sha256(bytes) : '',
      sent,
      acknowledged: Date.now(),
    });
    await pause(20);
  }
}

const copySeconds: number[] = [];
async function backUp(): Promise<number> {
  const began = performance.now();
  await run('backup.ts', [], live.settings);
  copySeconds.push((performance.now() - began) / 1000);
  return Date.now();
}

const writers = Array.from({ length: WRITERS }, (_, writer) => keepWriting(writer));
const first = await backUp();
await pause((SECONDS * 1000) / 2);
await backUp();
await pause((SECONDS * 1000) / 2);
const last = Date.now();
await pause(1000);
isWriting = false;
await Promise.all(writers);
await live.end();

const wrong: string[] = [];
const took: number[] = [];
for (let restore = 0; restore < RESTORES; restore += 1) {
  const moment = Math.floor(first + Math.random() * (last - first));
  const dataDir = await scratchFolder('cusp-restored-');
  const began = performance.now();
  await run('restore.ts', ['--to', new Date(moment).toISOString()], {
    BACKUP_DIR: backupDir,
    BACKUP_SECRET_KEY: keys.secretKey,
    DATA_DIR: dataDir,
  });
  took.push((performance.now() - began) / 1000);
  wrong.push(...(await differences(dataDir, moment)));
  await rm(dataDir, { recursive: true });
}
await rm(backupDir, { recursive: true });

/** Rows that exist and should not, and rows that are missing. A write in flight at that moment may be either. */
async function differences(dataDir: string, moment: number): Promise<string[]> {
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), fsync: false });
  const url = new URL(postgres.adminUrl);
  url.pathname = '/cusp';
  const client = new pg.Client(url.href);
  await client.connect();
  const comments = await client.query<{ text: string }>('select body as text from case_comment');
  const files = await client.query<{ text: string; key: string }>(
    'select filename as text, storage_key as key from case_file',
  );
  await client.end();
  await postgres.stop();
  const found = new Map(comments.rows.map(({ text }) => [text, '']));
  for (const { text, key } of files.rows)
    found.set(text, sha256(await readFile(join(dataDir, 'files', key)).catch(() => Buffer.alloc(0))));
  return log.flatMap(({ text, digest, sent, acknowledged }) => {
    const isThere = found.get(text) === digest;
    if (acknowledged <= moment && !isThere) return [`${text} is missing or differs at ${moment}`];
    if (sent > moment && found.has(text)) return [`${text} is of later than ${moment}`];
    return [];
  });
}

table(
  ['', ''],
  [
    ['restores to a random second', RESTORES],
    ['acknowledged writes', log.length],
    ['of them files', log.filter(({ kind }) => kind === 'file').length],
    ['full copy, seconds, median', round(median(copySeconds), 1)],
    ['restore, seconds, median', round(median(took), 1)],
    ['restore, seconds, longest', round(percentile(took, 1), 1)],
    ['rows and files that differ', wrong.length],
  ],
);
for (const line of wrong.slice(0, 10)) console.error(line);
process.exit(wrong.length > 0 ? 1 : 0);
