import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { placesOf } from '@cusp/local-postgres/archive';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Archive,
  archivesIn,
  baseKey,
  copiesOf,
  fileKey,
  segmentsOf,
} from './platform/backup/archive.ts';
import { backUp } from './platform/backup/back-up.ts';
import { KEY_COLUMNS, planRestore, restore, secretsOf } from './platform/backup/restore.ts';
import { newKeys } from './platform/backup/seal.ts';
import { openTarget, type Target } from './platform/backup/target.ts';
import { readConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/db/open.ts';
import { prepareDatabase } from './platform/db/prepare.ts';
import { momentOf } from './restore.ts';
import { createLogger, startServices } from './start-services.ts';
import { startBrokenStore } from './testing/broken-store.ts';
import { createCase, createUser } from './testing/factories.ts';
import { createTestApp } from './testing/test-app.ts';

/** Clusters are started and stopped. */
const LONG_MS = 120_000;
const keys = await newKeys();
const folder = await scratchFolder('cusp-backup-');
const backupDir = join(folder, 'backups');
const store = await startBrokenStore('backups');
const bucket = { ...(await openTarget({ s3: store.s3 })), skewMs: 0 };
const inFolder = (dir: string): Promise<Target> => openTarget({ dir });
const log = createLogger('silent');
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});
const BUCKET_SETTINGS = {
  BACKUP_S3_ENDPOINT: store.s3.endpoint,
  BACKUP_S3_BUCKET: store.s3.bucket,
  BACKUP_S3_ACCESS_KEY: store.s3.accessKey,
  BACKUP_S3_SECRET_KEY: store.s3.secretKey,
  BACKUP_PUBLIC_KEY: keys.publicKey,
};
const FOLDER_SETTINGS = { BACKUP_DIR: backupDir, BACKUP_PUBLIC_KEY: keys.publicKey };

/** A deployment with its built-in database, as `npm start` runs it. */
async function start(name: string, settings: Record<string, string> = FOLDER_SETTINGS) {
  const dataDir = join(folder, name);
  const config = readConfig({ DATA_DIR: dataDir, ...settings });
  const target = settings === BUCKET_SETTINGS ? bucket : await inFolder(backupDir);
  const database = await openDatabase(config, log);
  await prepareDatabase(database, 'us');
  const { services, close } = await startServices(config, database, log, { work: false });
  const { cluster, passwordFile } = placesOf(join(dataDir, 'postgres'));
  return {
    dataDir,
    services,
    backUp: (days: number) =>
      backUp({
        ...{ target, publicKey: keys.publicKey, days, cluster },
        adminUrl: database.admin ?? '',
        secrets: secretsOf(dataDir, passwordFile),
        filesFolder: join(dataDir, 'files'),
      }),
    async stop() {
      await close();
      await database.stop();
    },
  };
}
type Deployment = Awaited<ReturnType<typeof start>>;

/** A case with a file, both named after the patient. */
async function addCase({ services }: Deployment, patient: string) {
  const author = await createUser(services);
  const { id } = await createCase(services, { author, patient_last: patient });
  const key = `cases/${id}/${patient.toLowerCase()}`;
  await services.storage.write(key, Readable.from([`scan of ${patient}`]));
  const file = {
    case_id: id,
    uploader_id: author.id,
    filename: `${patient}.stl`,
    size: 1,
    sha256: '0'.repeat(64),
  };
  await services.db
    .insertInto('case_file')
    .values({ ...file, storage_key: key, media_type: 'model/stl' })
    .execute();
  return { id, key };
}

const contents = async ({ services }: Deployment) => {
  const rows = await services.db
    .selectFrom('dental_case')
    .innerJoin('case_file', 'case_file.case_id', 'dental_case.id')
    .where('case_file.deleted_at', 'is', null)
    .select(['patient_last', 'storage_key'])
    .orderBy('dental_case.id')
    .execute();
  return Promise.all(
    rows.map(async ({ patient_last, storage_key }) => [
      patient_last,
      (await buffer(await services.storage.read(storage_key))).toString(),
    ]),
  );
};

const keyOf = async ({ services }: Deployment, filename: string) =>
  (
    await services.db
      .selectFrom('case_file')
      .select('storage_key')
      .where('filename', '=', filename)
      .executeTakeFirst()
  )?.storage_key;

/** The next millisecond of the clock, so that later events are distinguishable. */
async function tick(): Promise<Date> {
  const now = Date.now();
  while (Date.now() <= now + 1) await new Promise(setImmediate);
  return new Date(now + 1);
}

/** Objects that the live deployment wrote into the bucket. */
let remote: Archive;
/** The same in a folder, as `rclone` would bring it there. */
let archive: Archive;
/** A copy of it to which no test adds anything. */
let kept: Archive;
/** In time between Berg and Celik. */
let moment = new Date();
let secret = '';
let lastId = 0;

beforeAll(async () => {
  const live = await start('live', BUCKET_SETTINGS);
  await addCase(live, 'Adler');
  for (const cut of ['base.tar.gz', 'files.txt', 'copy.json']) {
    store.faults.cut = cut;
    await expect(live.backUp(30)).rejects.toThrow();
    expect(await copiesOf((await archivesIn(bucket))[0] ?? { target: bucket, cluster: '' })).toEqual([]);
  }
  store.faults.cut = null;
  await live.backUp(30);
  await addCase(live, 'Berg');
  const { id: user_id } = await createUser(live.services);
  const session = { user_id, refresh_hash: randomBytes(32), ip: '', user_agent: '' };
  const inAnHour = new Date(Date.now() + 3_600_000);
  await live.services.db
    .insertInto('session')
    .values({ ...session, expires_at: inAnHour })
    .execute();
  moment = await tick();
  await live.services.db.updateTable('session').set({ ended_at: new Date() }).execute();
  const celik = await addCase(live, 'Celik');
  lastId = celik.id;
  await live.services.db.updateTable('dental_case').set({ patient_last: 'Changed' }).execute();
  secret = await readFile(join(live.dataDir, 'secret'), 'utf8');
  await live.stop();
  remote = (await archivesIn(bucket))[0] as Archive;
  archive = { ...remote, target: await inFolder(backupDir) };
  await archive.target.storage.ready();
  for await (const { key } of bucket.storage.list('cluster-'))
    await archive.target.storage.write(key, await bucket.storage.read(key));
  kept = { ...remote, target: await inFolder(join(folder, 'kept')) };
  await cp(backupDir, kept.target.name, { recursive: true });
}, LONG_MS);

describe('a restore refuses', () => {
  const target = join(folder, 'refused');
  const attempt = (more: Partial<Parameters<typeof restore>[0]> = {}) =>
    restore({ archive: kept, secretKey: keys.secretKey, to: moment, dataDir: target, ...more });
  const isUntouched = async () => expect(await readdir(target).catch(() => [])).toEqual([]);

  test('a restore refuses another key', async () => {
    await expect(attempt({ secretKey: (await newKeys()).secretKey })).rejects.toThrow('does not open');
    await isUntouched();
  });

  test('a restore refuses times outside the archive, and names its bounds', async () => {
    const [copy] = await copiesOf(kept);
    await expect(attempt({ to: new Date(Date.parse(copy?.finishedAt ?? '') - 1) })).rejects.toThrow(
      `The archive begins at ${copy?.finishedAt}`,
    );
    const last = (await segmentsOf(kept)).at(-1);
    await expect(attempt({ to: new Date(Date.now() + 1000) })).rejects.toThrow(
      `The archive ends at ${new Date(last?.writtenAt ?? 0).toISOString()}`,
    );
    await isUntouched();
  });

  test('a restore refuses a data directory that is not empty', async () => {
    const occupied = join(folder, 'occupied');
    await mkdir(occupied);
    await writeFile(join(occupied, 'theirs'), 'x');
    await expect(attempt({ dataDir: occupied })).rejects.toThrow('is not empty');
    expect(await readdir(occupied)).toEqual(['theirs']);
  });

  test('a restore refuses an archive that lacks WAL', async () => {
    const [copy] = await copiesOf(kept);
    const missing = (await segmentsOf(kept)).find(({ name }) => name === copy?.endSegment);
    const path = join(kept.target.name, missing?.key ?? '');
    await rename(path, join(folder, 'aside'));
    await expect(attempt()).rejects.toThrow(`${missing?.name} is missing`);
    await expect(attempt({ to: null })).rejects.toThrow(`${missing?.name} is missing`);
    await rename(join(folder, 'aside'), path);
    await isUntouched();
  });

  test(
    'a restore refuses truncated and changed files',
    async () => {
      const torn: Archive = { ...kept, target: await inFolder(join(folder, 'torn')) };
      await cp(kept.target.name, torn.target.name, { recursive: true });
      const { copy, segments } = await planRestore(torn, moment);
      const segment = join(torn.target.name, segments.at(-1)?.key ?? '');
      await truncate(segment, 700);
      await expect(attempt({ archive: torn })).rejects.toThrow(`${segment} is torn or was changed`);
      await isUntouched();

      const base = join(torn.target.name, baseKey(torn, copy.id));
      const bytes = await readFile(base);
      bytes[bytes.length - 1000] = (bytes[bytes.length - 1000] ?? 0) ^ 1;
      await writeFile(base, bytes);
      await expect(attempt({ archive: torn })).rejects.toThrow('is torn or was changed');
      await isUntouched();

      await truncate(base, bytes.length - 100_000);
      expect(await copiesOf(torn)).toEqual([]);
      await expect(attempt({ archive: torn })).rejects.toThrow('There is no complete copy');
      await isUntouched();
    },
    LONG_MS,
  );

  test('a restore refuses times without a zone and in the future', () => {
    expect(() => momentOf('2026-11-24T09:30:00')).toThrow('time zone');
    expect(() => momentOf('yesterday')).toThrow('time zone');
    expect(() => momentOf('2999-01-01T00:00:00Z')).toThrow('not come yet');
    expect(momentOf('2026-01-02T10:30:00+01:00')?.toISOString()).toBe('2026-01-02T09:30:00.000Z');
    expect(momentOf('latest')).toBeNull();
  });
});

test('a backup refuses a folder with WAL of another run of the same cluster', async () => {
  const [segment] = await segmentsOf(archive);
  const name = segment?.name ?? '';
  const { shipWaiting } = await import('./platform/backup/ship.ts');
  const walFolder = join(folder, 'foreign');
  await mkdir(walFolder);
  await writeFile(join(walFolder, name), 'other');
  const shipment = {
    publicKey: keys.publicKey,
    cluster: archive.cluster,
    walFolder,
    filesFolder: join(folder, 'none'),
  };
  await expect(shipWaiting(archive.target, shipment)).rejects.toThrow('another run of this cluster');
  expect(await readdir(walFolder)).toEqual([name]);
});

test('nothing in a backup can be read without the key', async () => {
  const names = await readdir(backupDir, { recursive: true, withFileTypes: true });
  for (const entry of names.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    expect(/Adler|Berg|Celik/.test(bytes.toString('latin1')), entry.name).toBe(false);
  }
});

test(
  'a restored deployment has the rows and files of that moment, keeps working, and can be backed up again',
  async () => {
    const dataDir = join(folder, 'restored');
    const { missing } = await restore({
      archive: remote,
      secretKey: keys.secretKey,
      to: moment,
      dataDir,
    });
    expect(missing).toEqual([]);
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret);

    const restored = await start('restored');
    expect(await contents(restored)).toEqual([
      ['Adler', 'scan of Adler'],
      ['Berg', 'scan of Berg'],
    ]);
    const sessions = await restored.services.db.selectFrom('session').select('ended_at').execute();
    expect(sessions).toEqual([{ ended_at: expect.any(Date) }]);
    const demir = await addCase(restored, 'Demir');
    expect(demir.id).toBeGreaterThan(lastId);
    // Erased data leaves the backups with the last copy that contains it.
    const adler = await restored.services.db
      .deleteFrom('case_file')
      .where('filename', '=', 'Adler.stl')
      .returning('storage_key')
      .executeTakeFirstOrThrow();
    await restored.services.storage.remove(adler.storage_key);
    const former = await copiesOf(archive);
    await expect(planRestore(archive, null)).resolves.toMatchObject({ copy: former[0] });
    const berg = join(backupDir, fileKey(archive, (await keyOf(restored, 'Berg.stl')) ?? ''));
    await truncate(berg, 10);
    const { copy } = await restored.backUp(0);
    expect(copy.timeline).toBe('00000002');
    await restored.stop();
    expect(await copiesOf(archive)).toEqual([copy]);
    await expect(readFile(join(backupDir, fileKey(archive, adler.storage_key)))).rejects.toThrow('ENOENT');

    await restore({ archive, secretKey: keys.secretKey, to: null, dataDir: join(folder, 'again') });
    const again = await start('again');
    expect(await contents(again)).toEqual([
      ['Berg', 'scan of Berg'],
      ['Demir', 'scan of Demir'],
    ]);
    await again.stop();
  },
  LONG_MS,
);

test('a data directory with half a restore is not started', async () => {
  const dataDir = join(folder, 'half');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'restore-unfinished'), '');
  await expect(openDatabase(readConfig({ DATA_DIR: dataDir }), log)).rejects.toThrow('has not finished');
});

test('every column with the key of a stored file is restored', async () => {
  const t = await createTestApp();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '^(storage|picture|logo)_key$' and table_name <> 'upload_part'
  `.execute(t.services.db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    KEY_COLUMNS.map(([a, b]) => `${a}.${b}`).toSorted(),
  );
  await t.close();
});
