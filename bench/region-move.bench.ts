/**
 * A practice moves between two deployments: how long it is frozen, how much memory the target region uses, and how fast
 * its files are copied compared to plain copies of the same files that compute SHA-256. CASES are sizes of practices;
 * an empty list measures files only.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@cusp/local-postgres/free-port';
import { sql } from 'kysely';
import { newRegionKeys } from '../scripts/lib/region-keys.mjs';
import type { Services } from '../server/src/platform/services.ts';
import { createCase, createConnection, createLabUser, createUser } from '../server/src/testing/factories.ts';
import { serve } from './support/cusp.ts';
import { Killable } from './support/killable.ts';
import { copyOnDisk, copyOverHttp } from './support/plain-copy.ts';
import { median, round, table } from './support/table.ts';
import { memoryOf, processorOf } from './support/transfer.ts';

const CASES = (process.env.CASES ?? '500,2000,10000').split(',').filter(Boolean).map(Number);
/** Number of files of the practice whose bytes are measured, and the size of each in MB. */
const FILES = Number(process.env.FILES ?? 24);
const FILE_MB = Number(process.env.FILE_MB ?? 16);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Node's options of the target region; with a small heap its memory is what it holds rather than garbage. */
const TARGET_OPTIONS = process.env.TARGET_OPTIONS ?? '';
/** As many files as a move copies at once. */
const AT_ONCE = 3;
const MIB = 1024 * 1024;
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
    NODE_OPTIONS: region === 'eu' ? TARGET_OPTIONS : '',
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

/** Files without light copies, which would be made beside the next measurement; the keys of their bytes. */
async function addFiles({ db, storage }: Services, caseId: number, author: number): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const bytes = randomBytes(FILE_MB * MIB);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = `cases/${caseId}/${randomBytes(12).toString('hex')}`;
    await storage.write(key, Readable.from([bytes], { objectMode: false }));
    await sql`
      insert into case_file (case_id, uploader_id, filename, size, sha256, storage_key, media_type, announced_at)
      values (${caseId}, ${author}, ${`scans-${index}.zip`}, ${bytes.length}, ${sha256}, ${key}, 'application/zip', now())
    `.execute(db);
    keys.push(key);
  }
  return keys;
}

/** The clock and what some processes have taken of a processor, in seconds. */
interface Moment {
  clock: number;
  processor: number;
}

const momentOf = (pids: readonly number[]): Moment => ({
  clock: performance.now() / 1000,
  processor: pids.reduce((sum, pid) => sum + processorOf(pid), 0),
});

const costOf = (from: Moment | null, to: Moment | null): Moment => ({
  clock: (to?.clock ?? Number.NaN) - (from?.clock ?? Number.NaN),
  processor: (to?.processor ?? Number.NaN) - (from?.processor ?? Number.NaN),
});

/** When a move's first file was begun and its last one copied, as far as seen. */
interface Copying {
  began: Moment | null;
  ended: Moment | null;
}

async function watchCopying({ db }: Services, moveId: string, copying: Copying): Promise<void> {
  const { rows } = await sql<{ begun: number; copied: number }>`
    select count(*)::integer as begun, count(*) filter (where size >= 0)::integer as copied
    from region_import_file where move_id = ${moveId}
  `.execute(db);
  const [{ begun, copied } = { begun: 0, copied: 0 }] = rows;
  const servers = [us.pid, eu.pid];
  if (begun > 0) copying.began ??= momentOf(servers);
  if (copied === FILES) copying.ended ??= momentOf(servers);
}

interface Moved {
  /** From the beginning of the first to the end of the last file; the processor is that of both servers. */
  copying: Moment;
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
    const copying: Copying = { began: null, ended: null };
    for (;;) {
      memory.most = Math.max(memory.most, memoryOf(eu.pid));
      const row = await db
        .selectFrom('region_move')
        .selectAll()
        .where('asked_by', '=', author)
        .executeTakeFirstOrThrow();
      if (row.step === 'failed') throw new Error(`the move has failed: ${row.failure}`);
      if (copying.ended === null) await watchCopying(target, row.id, copying);
      if (row.step === 'arrived') {
        const from = row.frozen_at?.getTime() ?? 0;
        return {
          copying: costOf(copying.began, copying.ended),
          frozen: ((row.committed_at?.getTime() ?? 0) - from) / 1000,
          away: ((row.arrived_at?.getTime() ?? 0) - from) / 1000,
          took: (performance.now() - began) / 1000,
          memory,
        };
      }
      await pause(copying.began !== null && copying.ended === null ? 20 : 50);
    }
  };
  return us.withServices((source) => eu.withServices((target) => watch(source, target)));
}

const freezes: (string | number)[][] = [];
for (const count of CASES) {
  const { author } = await us.withServices((services) => practice(services, count));
  // Each size begins with the memory of a fresh server.
  eu.killServer();
  await pause(1000);
  await eu.ready();
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

const folder = join(us.settings.DATA_DIR ?? '', 'files');
const plain = await serve(['bench/support/plain-files.ts'], { FOLDER: folder });
/** The time of a plain copy, and the processor time of all processes that take part in it. */
async function costOfPlain(pids: number[], copy: () => Promise<void>): Promise<Moment> {
  const began = momentOf(pids);
  await copy();
  return costOf(began, momentOf(pids));
}

const meanOf = (one: Moment, other: Moment): Moment => ({
  clock: (one.clock + other.clock) / 2,
  processor: (one.processor + other.processor) / 2,
});

const ratios: { disk: number; http: number }[] = [];
const speeds: (string | number)[][] = [];
for (let turn = 1; turn <= ROUNDS; turn += 1) {
  const made = await us.withServices(async (services) => {
    const { author, caseId } = await practice(services, 1);
    return { author, keys: await addFiles(services, caseId, author) };
  });
  const onDisk = () => costOfPlain([process.pid], () => copyOnDisk(folder, made.keys));
  const overHttp = () =>
    costOfPlain([plain.process.pid ?? 0, process.pid], () => copyOverHttp(plain.url, made.keys, AT_ONCE));
  // Before the move and after it, because the load of the machine changes.
  const before = [await onDisk(), await overHttp()] as const;
  const { copying, memory } = await move(made.author);
  const http = meanOf(before[1], await overHttp());
  const disk = meanOf(before[0], await onDisk());
  const megabytes = FILES * FILE_MB;
  const ratio = { disk: disk.clock / copying.clock, http: http.clock / copying.clock };
  ratios.push(ratio);
  speeds.push([
    turn,
    ...[disk, http, copying].map(({ clock }) => round(megabytes / clock, 0)),
    round(ratio.disk),
    round(ratio.http),
    ...[disk, http, copying].map(({ processor }) => round((1000 * processor) / megabytes)),
    Math.round(memory.before),
    Math.round(memory.most),
  ]);
}
console.info('\nMB/s and milliseconds of a processor for a MB\n');
const compared = ['on a disk', 'over HTTP', 'moved'];
const heads = ['turn', ...compared, 'moved/disk', 'moved/HTTP', ...compared.map((name) => `ms ${name}`)];
table([...heads, 'MB before', 'MB at most'], speeds);
const ofDisk = round(median(ratios.map(({ disk }) => disk)));
const ofHttp = round(median(ratios.map(({ http }) => http)));
console.info(`medians: ${ofHttp} of a plain copy over HTTP (wanted ≥ 0.8), ${ofDisk} of one on a disk`);
await Promise.all([us.end(), eu.end(), plain.stop()]);
process.exit();
