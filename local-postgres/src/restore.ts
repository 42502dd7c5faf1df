import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordFile, postmaster } from './cluster.ts';
import { DatabaseProcess } from './database-process.ts';
import { freePort } from './free-port.ts';
import { homeOf } from './home.ts';
import { claim } from './lock.ts';
import { until } from './processes.ts';
import { programsFor } from './programs.ts';

interface Restore {
  /** Data directory of the new cluster; must not contain a cluster yet. */
  dataDir: string;
  /** Writes the copied files of a cluster, with the WAL segments in `pg_wal`, and the superuser's password. */
  fill: (to: { cluster: string; passwordFile: string }) => Promise<void>;
  /** Commits up to this moment are kept; null keeps everything in the WAL. */
  to: Date | null;
  fsync?: boolean;
  log?: (line: string) => void;
}

/** How long a replay may take. */
const REPLAY_MS = 24 * 3600 * 1000;

/**
 * Makes a cluster from a copy and replays its WAL up to a moment. The cluster is then stopped and on a new timeline.
 * @throws Error with PostgreSQL's last lines if the replay fails.
 */
export async function restoreCluster({
  dataDir,
  fill,
  to,
  fsync = true,
  log = () => {},
}: Restore): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  const home = homeOf(real, log);
  if (existsSync(home.cluster)) throw new Error(`${home.cluster} exists already.`);
  const release = await claim(real);
  const draft = `${home.cluster}.new`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    await fill({ cluster: draft, passwordFile: passwordFile(home) });
    // Without it PostgreSQL would take the copy for a crashed cluster.
    writeFileSync(join(draft, 'recovery.signal'), '');
    if (home.account) {
      const { uid, gid } = home.account;
      spawnSync('chown', ['-R', `${uid}:${gid}`, draft, passwordFile(home)]);
    }
    renameSync(draft, home.cluster);
    if (home.link) symlinkSync(home.cluster, home.link);

    const programs = programsFor(home, log);
    const replay = async (moment: Date | null): Promise<'done' | 'ended before'> => {
      const port = await freePort();
      const settings = {
        // All segments are in pg_wal.
        restore_command: 'exit 1',
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        hot_standby: 'off',
        wal_level: 'replica',
        max_wal_senders: '10',
        ...(moment ? { recovery_target_time: moment.toISOString().replace('Z', '+00') } : {}),
      };
      const database = new DatabaseProcess(programs, home, port, { fsync, settings }, log);
      const isReady = () => {
        const now = postmaster(home.cluster);
        return now?.pid === database.pid && now?.ready === true;
      };
      await until(() => database.ended || isReady(), REPLAY_MS);
      if (database.ended) {
        await database.closed;
        if (moment && /recovery ended before configured recovery target/.test(database.lastLines))
          return 'ended before';
        throw new Error(`The WAL could not be replayed:\n${database.lastLines}`);
      }
      await database.stop();
      return 'done';
    };
    // All transactions in the given segments were committed before that moment, so they are replayed to the end.
    if ((await replay(to)) === 'ended before') await replay(null);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    rmSync(home.link ? home.folder : home.cluster, { recursive: true, force: true });
    if (home.link) rmSync(home.link, { force: true });
    throw error;
  } finally {
    release();
  }
}
