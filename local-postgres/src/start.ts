import { mkdirSync, realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { archiveSettings } from './archive.ts';
import { endFormer, ensureCluster, password, postmaster, superuser } from './cluster.ts';
import { DatabaseProcess } from './database-process.ts';
import { freePort, host } from './free-port.ts';
import { type Home, homeOf } from './home.ts';
import { claim } from './lock.ts';
import { until } from './processes.ts';
import { programsFor } from './programs.ts';

interface Options {
  /** Folder for the database; created if missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one by default. */
  port?: number;
  /** `false` trades durability and encryption of passwords for speed, for tests. */
  fsync?: boolean;
  /** Leaves finished WAL segments in `outgoingFolder` until the caller takes them away. */
  archive?: boolean;
  /** Address of this Cusp, shown to people who start a second one on the same `dataDir`. */
  address?: string;
  /** Called with each line of PostgreSQL's output and each step of the supervision. */
  log?: (line: string) => void;
  /** Called for each crash of the database and each failed start. */
  warn?: (line: string) => void;
  /** Clock of the supervision; replaced in tests. */
  clock?: Clock;
}

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

const CLOCK: Clock = { now: Date.now, wait: (ms) => setTimeout(ms, undefined, { ref: false }) };

/** Delay before a restart, by the number of consecutive ends; the last value from then on. */
const WAITS_MS = [0, 1000, 2000, 4000, 8000, 16_000, 30_000];
/** After running this long, the next end of the database counts as the first. */
const STABLE_MS = 60_000;

export interface LocalPostgres {
  port: number;
  /** Connection string of the superuser for the database `postgres`. */
  adminUrl: string;
  /** Shuts the database down and waits for it; repeated calls wait for the same shutdown. */
  stop(): Promise<void>;
}

/**
 * Connection string of the superuser for the database that a running Cusp has started in `dataDir`.
 * @throws Error if it does not accept connections yet.
 */
export function runningPostgres(dataDir: string): string {
  const home = homeOf(realpathSync(dataDir), () => {});
  const running = postmaster(home.cluster);
  if (!running?.ready) throw new Error('The built-in database is not ready. Try again in a moment.');
  return adminUrlOf(home, running.port);
}

/** Connection string of the superuser for the database `postgres`. */
const adminUrlOf = (home: Home, port: number): string =>
  `postgresql://${superuser}:${password(home)}@${host}:${port}/postgres`;

/**
 * Starts the PostgreSQL that comes with Cusp on the cluster in `dataDir`, and creates the cluster at the first start. A
 * database that a killed Cusp left running is stopped first. A database that crashes is restarted on the same port, any
 * number of times with growing delays. If this process ends without `stop`, the database shuts down by itself.
 * @throws DataDirInUse if another Cusp is running on `dataDir`.
 */
export async function startLocalPostgres(options: Options): Promise<LocalPostgres> {
  const { fsync = true, archive = false, log = () => {}, warn = log, clock = CLOCK } = options;
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const home = homeOf(dataDir, log);
  const release = await claim(dataDir, options.address);
  let current: DatabaseProcess | undefined;
  let stopped: Promise<void> | undefined;

  const open = async () => {
    const programs = programsFor(home, log);
    await endFormer(home.cluster, log);
    ensureCluster(programs, home, fsync);
    const settings = archive ? archiveSettings(home) : {};

    const launch = async (fixedPort?: number): Promise<number> => {
      for (let attempt = 1; ; attempt += 1) {
        if (stopped) throw new Error('The built-in PostgreSQL is being stopped');
        const port = fixedPort ?? (await freePort());
        const launched = new DatabaseProcess(programs, home, port, { fsync, settings }, log);
        current = launched;
        const ready = () => {
          const now = postmaster(home.cluster);
          return now?.pid === launched.pid && now?.ready === true;
        };
        // Recovery after a crash can take a while; until then only an exit counts as failure.
        if (!(await until(() => launched.ended || ready(), 300_000))) await launched.stop();
        if (!launched.ended) return port;
        // Its port was taken in the meantime, or processes of a killed server are still exiting.
        const passing = /could not bind|shared memory block|could not create any TCP/.test(
          launched.lastLines,
        );
        if (!passing || attempt >= 20) {
          throw new Error(`The built-in PostgreSQL did not start:\n${launched.lastLines}`);
        }
        await setTimeout(250);
      }
    };
    return launch;
  };

  const guard = async (launch: () => Promise<number>) => {
    for (let ends = 0; ; ) {
      const begun = clock.now();
      await current?.closed;
      ends = clock.now() - begun >= STABLE_MS ? 0 : ends;
      for (let isBack = false; !isBack; ) {
        if (stopped) return;
        const ms = WAITS_MS[Math.min(ends, WAITS_MS.length - 1)] ?? 0;
        ends += 1;
        warn(`The built-in database has ended (${ends} in a row); restarting it in ${ms / 1000} s`);
        await clock.wait(ms);
        if (stopped) return;
        isBack = await launch().then(
          () => true,
          (error: unknown) => {
            warn(error instanceof Error ? error.message : String(error));
            return false;
          },
        );
      }
      log('The built-in database is back');
    }
  };

  try {
    const launch = await open();
    const port = await launch(options.port);
    void guard(() => launch(port));
    const stop = async () => {
      await current?.stop();
      release();
    };
    return {
      port,
      adminUrl: adminUrlOf(home, port),
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    release();
    throw error;
  }
}
