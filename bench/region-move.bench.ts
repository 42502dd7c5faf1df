/**
 * A practice moves between two deployments: how long it is frozen, how fast its files are copied compared to a plain
 * copy that computes SHA-256, and how much memory the target region uses. CASES are sizes of practices; an empty list
 * measures files only.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@cusp/local-postgres/free-port';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { sql } from 'kysely';
import { newRegionKeys } from '../scripts/lib/region-keys.mjs';
import type { Services } from '../server/src/platform/services.ts';
import { createCase, createConnection, createLabUser, createUser } from '../server/src/testing/factories.ts';
import { Killable } from './support/killable.ts';
import { median, round, table } from './support/table.ts';

const CASES = (process.env.CASES ?? '500,10000').split(',').filter(Boolean).map(Number);
/** Number of files of the practice whose bytes are measured, and the size of each in MB. */
const FILES = Number(process.env.FILES ?? 24);
const FILE_MB = Number(process.env.FILE_MB ?? 16);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const WANTED_S: Record<number, number> = { 500: 3, 10000: 20 };

type Region = 'us' | 'eu';
const keys = newRegionKeys();
const ports = { us: await freePort(), eu: await freePort() };
const start = (region: Region, other: Region) =>
  Killable.start({
    ...keys[region],
    REGION: region,
    PORT: String(ports[region]),
    PUBLIC_URL: `http://${region}.localhost:${ports[region]}`,
    OTHER_REGION_URL: `http://${other}.localhost:${ports[other]}`,
    OTHER_REGION_INTERNAL_URL: `http://127.0.0.1:${ports[other]}`,
  });
const us = await start('us', 'eu');
const eu = await start('eu', 'us');

/** A clinic with cases that have restorations, comments, events and audit rows, about 29 rows each. */
async function practice(services: Services, count: number): Promise<{ author: number; caseId: number }> {
  const author = await createUser(services, { country: 'US' });
  const lab = await createLabUser(services, { country: 'US' });
  await createConnection(services, author, lab);
  const { id: model } = await createCase(services, { author, recipient: lab });
  const { db } = services;
  await sql`
    insert into dental_case (no, author_id, recipient_id, status, patient_first, patient_last, note, published_at, number_sys)
    select 'B' || ${author.id}::text || '-' || n, ${author.id}, ${lab.id}, 'PROC', 'First' || n, 'Last' || n,
      'Please mind the contacts.', now(), 'FDI'
    from generate_series(2, ${count}::int) as n
  `.execute(db);
  const mine = sql`(select id from dental_case where author_id = ${author.id})`;
  await sql`
    insert into restoration (case_id, position, type, teeth, material, shade)
    select id, place, 'crown', '{16}', 'zirconia', 'A2' from ${mine} as cases, generate_series(1, 4) as place
  `.execute(db);
  await sql`
    insert into case_comment (case_id, author_id, body)
    select id, case when n % 2 = 0 then ${lab.id}::bigint else ${author.id}::bigint end, 'Comment ' || n || ': the margin is clear.'
    from ${mine} as cases, generate_series(1, 6) as n
  `.execute(db);
  await sql`
    insert into event (name, case_id, actor_id, audience, ids)
    select 'comment_added', id, ${author.id}, array[${author.id}, ${lab.id}]::bigint[], '{}' from ${mine} as cases, generate_series(1, 8)
  `.execute(db);
  await sql`
    insert into audit_log (action, user_id, case_id, detail) select 'comment_added', ${author.id}, id, '{}' from ${mine} as cases, generate_series(1, 8)
  `.execute(db);
  return { author: author.id, caseId: model };
}

async function addFiles({ db, storage }: Services, caseId: number, author: number): Promise<number> {
  const bytes = randomBytes(FILE_MB * 1024 * 1024);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  for (let index = 0; index < FILES; index += 1) {
    const key = `cases/${caseId}/${randomBytes(12).toString('hex')}`;
    await storage.write(key, Readable.from([bytes], { objectMode: false }));
    await sql`
      insert into case_file (case_id, uploader_id, filename, size, sha256, storage_key, media_type, announced_at)
      values (${caseId}, ${author}, ${`scan-${index}.stl`}, ${bytes.length}, ${sha256}, ${key}, 'model/stl', now())
    `.execute(db);
  }
  return FILES * bytes.length;
}

/** Resident memory of a process in MB. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/**
 * Seconds between the first and the last file that a move has copied so far; null without files, and after its arrival.
 */
async function copyingOf({ db }: Services, moveId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(copied_at) - min(copied_at))::float8 as seconds
    from region_import_file where move_id = ${moveId}
  `.execute(db);
  return rows[0]?.seconds ?? null;
}

interface Moved {
  /** Seconds from the first to the last copied file. */
  copying: number;
  frozen: number;
  away: number;
  took: number;
  memory: { before: number; most: number };
}

async function move(author: number): Promise<Moved> {
  const token = await us.token(author);
  const began = performance.now();
  const reply = await fetch(`${us.url}/heclore/v1/user/migration/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ country: 'DE' }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  const memory = { before: memoryOf(eu.pid), most: 0 };
  const watch = async ({ db }: Services, target: Services): Promise<Moved> => {
    let copying = Number.NaN;
    for (;;) {
      memory.most = Math.max(memory.most, memoryOf(eu.pid));
      const row = await db
        .selectFrom('region_move')
        .selectAll()
        .where('asked_by', '=', author)
        .executeTakeFirstOrThrow();
      if (row.step === 'failed') throw new Error(`the move has failed: ${row.failure}`);
      copying = (await copyingOf(target, row.id)) ?? copying;
      if (row.step === 'arrived') {
        const from = row.frozen_at?.getTime() ?? 0;
        return {
          copying,
          frozen: ((row.committed_at?.getTime() ?? 0) - from) / 1000,
          away: ((row.arrived_at?.getTime() ?? 0) - from) / 1000,
          took: (performance.now() - began) / 1000,
          memory,
        };
      }
      await pause(100);
    }
  };
  return us.withServices((source) => eu.withServices((target) => watch(source, target)));
}

const freezes: (string | number)[][] = [];
for (const count of CASES) {
  const { author } = await us.withServices((services) => practice(services, count));
  const { frozen, away, took, memory } = await move(author);
  freezes.push([
    count,
    round(frozen, 1),
    `${round(away, 1)}${WANTED_S[count] ? ` (wanted ≤ ${WANTED_S[count]})` : ''}`,
    round(took, 1),
    Math.round(memory.before),
    Math.round(memory.most),
  ]);
}
table(['cases', 's to the commit', 's frozen or away', 's in all', 'MB before', 'MB at most'], freezes);

/** Reads and writes as many files of the same size, computing SHA-256. */
async function plainCopy(folder: string): Promise<number> {
  const source = join(folder, 'source');
  const bytes = randomBytes(FILE_MB * 1024 * 1024);
  await pipeline(Readable.from([bytes], { objectMode: false }), createWriteStream(source));
  const began = performance.now();
  for (let index = 0; index < FILES; index += 1) {
    const hash = createHash('sha256');
    await pipeline(
      createReadStream(source),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(join(folder, `copy-${index}`), { flush: true }),
    );
    hash.digest('hex');
  }
  return (performance.now() - began) / 1000;
}

const ratios: number[] = [];
const speeds: (string | number)[][] = [];
for (let turn = 1; turn <= ROUNDS; turn += 1) {
  const folder = await scratchFolder('cusp-plain-copy-');
  const plain = await plainCopy(folder);
  await rm(folder, { recursive: true, force: true });
  const { author, size } = await us.withServices(async (services) => {
    const made = await practice(services, 1);
    return { ...made, size: await addFiles(services, made.caseId, made.author) };
  });
  const { copying, memory } = await move(author);
  const megabytes = size / 1024 / 1024;
  // The first file of the move marks the start of copying.
  const share = (FILES - 1) / FILES;
  const speed = { plain: megabytes / plain, moved: (megabytes * share) / copying };
  ratios.push(speed.moved / speed.plain);
  speeds.push([
    turn,
    round(speed.plain, 0),
    round(speed.moved, 0),
    round(speed.moved / speed.plain),
    Math.round(memory.before),
    Math.round(memory.most),
  ]);
}
console.info('');
table(['turn', 'MB/s plain', 'MB/s moved', 'ratio', 'MB before', 'MB at most'], speeds);
console.info(`median ratio ${round(median(ratios))} (wanted ≥ 0.8)`);
await Promise.all([us.end(), eu.end()]);
process.exit();
