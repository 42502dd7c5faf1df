import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postmaster } from './cluster.ts';
import { processBirth, until } from './processes.ts';
import { scratchFolder } from './scratch-folder.ts';
import { startLocalPostgres } from './start.ts';

/** A data directory with a cluster, which each test copies, because creating one takes longer than most tests. */
const template = await scratchFolder('cusp-postgres-');
await (await startLocalPostgres({ dataDir: template, fsync: false })).stop();
afterAll(() => rmSync(template, { recursive: true, force: true }));

let dataDir = '';
beforeEach(async () => {
  dataDir = await scratchFolder('cusp-postgres-');
  // Keeps the owner, which may be another user than that of the test.
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (address?: string) => startLocalPostgres({ dataDir, fsync: false, address });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Starts it in a child process, which a test can kill. */
async function startElsewhere() {
  const module = join(import.meta.dirname, 'start.ts');
  const script = `import { startLocalPostgres } from ${JSON.stringify(module)};
    await startLocalPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false });
    console.log('started'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const database = postmaster(join(dataDir, 'cluster'))?.pid ?? 0;
  return { child, database };
}

describe('the local database', () => {
  test('the local database refuses a data directory in use and names the address', async () => {
    const first = await start('http://localhost:4800');
    const second = await start().catch((error) => error);
    await first.stop();
    expect(second.name).toBe('DataDirInUse');
    expect(second.message).toContain('http://localhost:4800');
    expect(second.message).toContain(`process ${process.pid}`);
  });

  test('the local database refuses a cluster of another PostgreSQL version', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow('created by PostgreSQL 9');
  });

  test('the local database refuses a folder with files but without a database, and says what to do', async () => {
    rmSync(join(dataDir, 'cluster', 'PG_VERSION'));
    await expect(start()).rejects.toThrow(/has files but no database.*start again/);
  });

  test('the local database refuses without the right password', async () => {
    const db = await start();
    const url = new URL(db.adminUrl);
    url.password = 'wrong';
    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
    await db.stop();
  });

  test('the local database keeps its data, and protects its password', async () => {
    const first = await start();
    await query(first.adminUrl, 'create table kept as select 7 as number');
    await first.stop();
    await first.stop();
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(dataDir, 'running.json'))).toBe(false);

    const second = await start();
    expect(await query(second.adminUrl, 'select number from kept')).toEqual([7]);
    await second.stop();
  });

  test('sorts by ICU and splits words of every script', async () => {
    const db = await start();
    const sorted = "select x from unnest(array['b', 'Z', 'é', 'a', 'É', 'f']) x order by x";
    expect(await query(db.adminUrl, sorted)).toEqual(['a', 'b', 'é', 'É', 'f', 'Z']);
    await query(db.adminUrl, 'create extension pg_trgm');
    expect(await query(db.adminUrl, "select cardinality(show_trgm('김치')) > 0")).toEqual([true]);
    await db.stop();
  });

  test.runIf(process.getuid?.() === 0)(
    'the local database is kept elsewhere if root closed the data directory to others, and begins empty in a new directory',
    async () => {
      const elsewhere: string[] = [];
      const cluster = join(dataDir, 'cluster');
      rmSync(dataDir, { recursive: true });
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o700);
      try {
        const first = await start();
        elsewhere.push(dirname(readlinkSync(cluster)));
        await query(first.adminUrl, 'create table kept as select 7 as number');
        await first.stop();
        const second = await start();
        expect(await query(second.adminUrl, 'select number from kept')).toEqual([7]);
        await second.stop();

        rmSync(cluster);
        const third = await start();
        elsewhere.push(dirname(readlinkSync(cluster)));
        expect(await query(third.adminUrl, "select to_regclass('kept')")).toEqual([null]);
        await third.stop();

        rmSync(elsewhere[1] as string, { recursive: true });
        await expect(start()).rejects.toThrow('no longer exists');
        expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      } finally {
        for (const folder of elsewhere) rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  test('shuts down when its process is killed, and the next start continues', async () => {
    const { child, database } = await startElsewhere();
    child.kill('SIGKILL');
    expect(await until(() => processBirth(database) === null, 20_000)).toBe(true);

    const next = await start();
    expect(await query(next.adminUrl, 'select 1')).toEqual([1]);
    await next.stop();
  });

  test('recovers after it was killed together with its process', async () => {
    const { child, database } = await startElsewhere();
    child.kill('SIGSTOP');
    process.kill(database, 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await start();
    expect(await query(next.adminUrl, 'select 1')).toEqual([1]);
    await next.stop();
  });

  test('restarts on the same port when only the database is killed', async () => {
    const db = await start();
    const first = postmaster(join(dataDir, 'cluster'))?.pid ?? 0;
    process.kill(first, 'SIGKILL');
    const back = await until(() => {
      const now = postmaster(join(dataDir, 'cluster'));
      return now?.ready === true && now.pid !== first;
    }, 20_000);
    expect(back).toBe(true);
    expect(await query(db.adminUrl, 'select 1')).toEqual([1]);
    await db.stop();
  });

  test('the local database ignores a process id that now belongs to another program', async () => {
    await (await start()).stop();
    const file = join(dataDir, 'cluster', 'postmaster.pid');
    writeFileSync(file, `${process.ppid}\n${dataDir}/cluster\n1\n5432\n\n127.0.0.1\n 1 1\nready\n`);
    writeFileSync(
      join(dataDir, 'running.json'),
      JSON.stringify({ pid: process.ppid, birth: '1', address: null }),
    );
    const next = await start();
    expect(Number(readFileSync(file, 'utf8').split('\n')[0])).not.toBe(process.ppid);
    expect(processBirth(process.ppid)).not.toBeNull();
    await next.stop();
  });
});
