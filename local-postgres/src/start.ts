import { mkdirSync, realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { endFormer, ensureCluster, password, postmaster, superuser } from './cluster.ts';
import { DatabaseProcess } from './database-process.ts';
import { freePort, host } from './free-port.ts';
import { type Home, homeOf } from './home.ts';
import { claim } from './lock.ts';
import { until } from './processes.ts';
import { programsFor } from './programs.ts';

interface Options {
  /** Folder of its own for the database; made when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one when left out. */
  port?: number;
  /** `false` gives up safety against power cuts for speed: for tests. */
  fsync?: boolean;
  /** Where this Cusp can be reached, told to whoever tries to start a second one on the same `dataDir`. */
  address?: string;
  /** Gets each line PostgreSQL writes, and what the supervision does. */
  log?: (line: string) => void;
  /** Gets each death of the database and each start that failed. */
  warn?: (line: string) => void;
  /** Time for the supervision; tests put their own in. */
  clock?: Clock;
}

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

const CLOCK: Clock = { now: Date.now, wait: (ms) => setTimeout(ms, undefined, { ref: false }) };

/** How long to wait before a start, by how often the database has ended in a row; the last one from then on. */
const WAITS_MS = [0, 1000, 2000, 4000, 8000, 16_000, 30_000];
/** A database that has run for so long is well: its next end counts as the first. */
const STABLE_MS = 60_000;

export interface LocalPostgres {
  port: number;
  /** Connection string of the superuser for the database `postgres`. */
  adminUrl: string;
  /** Shuts the database down and waits for it; calling it again waits for the same shutdown. */
  stop(): Promise<void>;
}

/**
 * Connection string of the superuser for the database that a running Cusp has started in `dataDir`.
 * @throws Error when it is not ready for connections.
 */
export function runningPostgres(dataDir: string): string {
  const home = homeOf(realpathSync(dataDir), () => {});
  const running = postmaster(home.cluster);
  if (!running?.ready) throw new Error('The built-in database is not ready. Try again in a moment.');
  return adminUrlOf(home, running.port);
}

/** Where the superuser reaches the database `postgres`. */
const adminUrlOf = (home: Home, port: number): string =>
  `postgresql://${superuser}:${password(home)}@${host}:${port}/postgres`;

/**
 * Starts the PostgreSQL that comes with Cusp on the cluster in `dataDir`, making the cluster at the first start.
 * A database left running by a Cusp that was killed is ended first; one that dies is started again on the same port,
 * however often, with growing pauses; when this process ends without `stop`, the database shuts down by itself.
 * @throws DataDirInUse when a living Cusp holds `dataDir`.
 */
export async function startLocalPostgres(options: Options): Promise<LocalPostgres> {
  const { fsync = true, log = () => {}, warn = log, clock = CLOCK } = options;
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

    const launch = async (fixedPort?: number): Promise<number> => {
      for (let attempt = 1; ; attempt += 1) {
        if (stopped) throw new Error('The built-in PostgreSQL is being stopped');
        const port = fixedPort ?? (await freePort());
        const launched = new DatabaseProcess(programs, home, port, fsync, log);
        current = launched;
        const ready = () => {
          const now = postmaster(home.cluster);
          return now?.pid === launched.pid && now?.ready === true;
        };
        // Recovery after a crash can take a while; only its own end counts as failure before that.
        if (!(await until(() => launched.ended || ready(), 300_000))) await launched.stop();
        if (!launched.ended) return port;
        // Its port was taken meanwhile, or processes of a server that was killed are still leaving.
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
        warn(`The built-in database has ended (${ends} in a row); it is started again in ${ms / 1000} s`);
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
