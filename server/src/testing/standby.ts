import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { appendFile, copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { placesOf } from '@cusp/local-postgres/archive';
import { type LocalPostgres, startLocalPostgres } from '@cusp/local-postgres/start';
import pg from 'pg';
import { extract } from 'tar-stream';
import { copyCluster } from '../platform/backup/copy-cluster.ts';

export interface Standby extends LocalPostgres {
  /** Brings everything that was committed until now to the standby, which receives nothing before. */
  catchUp(): Promise<void>;
}

/**
 * A hot standby of a built-in database that runs with `archive`. It reads finished WAL segments, so it stays behind until
 * `catchUp`, which makes a test independent of time.
 */
export async function startStandby(
  primary: { dataDir: string; adminUrl: string },
  dataDir: string,
): Promise<Standby> {
  await mkdir(dataDir, { recursive: true });
  const from = placesOf(primary.dataDir);
  const to = placesOf(dataDir);
  const client = new pg.Client({ connectionString: primary.adminUrl });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  const tar = copyCluster(from.cluster, [], async () => {
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return [{ name: 'cluster/backup_label', text: rows[0]?.labelfile ?? '' }];
  });
  const entries = extract();
  const unpacked = (async () => {
    for await (const entry of entries) {
      const path = join(to.cluster, entry.header.name.replace(/^cluster\/?/, ''));
      if (entry.header.type === 'directory') {
        await mkdir(path, { recursive: true, mode: 0o700 });
        entry.resume();
      } else {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(entry, createWriteStream(path, { mode: 0o600 }));
      }
    }
  })();
  await Promise.all([pipeline(tar, entries), unpacked]);
  await client.query('select pg_switch_wal()');
  await client.end();
  await writeFile(join(to.cluster, 'standby.signal'), '');
  await appendFile(
    join(to.cluster, 'postgresql.auto.conf'),
    `restore_command = 'cp "${from.outgoing}/%f" "%p"'\nwal_retrieve_retry_interval = '50ms'\n`,
  );
  await copyFile(from.passwordFile, to.passwordFile);
  const { uid, gid } = await stat(from.cluster);
  spawnSync('chown', ['-R', `${uid}:${gid}`, to.cluster, to.passwordFile]);
  const standby = await startLocalPostgres({ dataDir, fsync: false });
  return {
    ...standby,
    async catchUp() {
      const source = new pg.Client({ connectionString: primary.adminUrl });
      const copy = new pg.Client({ connectionString: standby.adminUrl });
      await Promise.all([source.connect(), copy.connect()]);
      const { rows } = await source.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
      await source.query('select pg_switch_wal()');
      for (;;) {
        const { rows: reached } = await copy.query<{ is: boolean }>(
          'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is',
          [rows[0]?.at],
        );
        if (reached[0]?.is) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await Promise.all([source.end(), copy.end()]);
    },
  };
}
