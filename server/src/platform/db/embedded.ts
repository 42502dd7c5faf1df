import { resolve } from 'node:path';
import { type Binaries, postgresBinaries } from './embedded-binaries.ts';
import { endFormer, ensureCluster, password, postmaster, superuser } from './embedded-cluster.ts';
import { homeOf } from './embedded-home.ts';
import { claim } from './embedded-lock.ts';
import { pause, until } from './embedded-process.ts';
import { freePort, host, Launched } from './embedded-server.ts';

export { DataDirInUse } from './embedded-lock.ts';

interface EmbeddedOptions {
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
}

export interface EmbeddedPostgres {
  host: string;
  port: number;
  /** Connection string of the superuser for the database `postgres`. */
  adminUrl: string;
  /** Shuts the database down and waits for it; calling it again waits for the same shutdown. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with Cusp on the cluster in `dataDir`, making the cluster at the first
 * start. A database left running by a Cusp that was killed is ended first; one that dies is started again on
 * the same port; when this process ends without `stop`, the database shuts down by itself.
 * @throws DataDirInUse when a living Cusp holds `dataDir`.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { fsync = true, log = () => {} } = options;
  const home = homeOf(resolve(options.dataDir), log);
  const release = await claim(home.folder, options.dataDir, options.address);
  let launched: Launched | undefined;
  let stopped: Promise<void> | undefined;

  const launch = async (binaries: Binaries, fixedPort?: number): Promise<number> => {
    for (let attempt = 1; ; attempt += 1) {
      if (stopped) throw new Error('The built-in PostgreSQL is being stopped');
      const port = fixedPort ?? (await freePort());
      const current = new Launched(binaries, home, port, fsync, log);
      launched = current;
      const ready = () => {
        const now = postmaster(home.cluster);
        return now?.pid === current.child.pid && now?.ready === true;
      };
      // Recovery after a crash can take a while; only its own end counts as failure before that.
      if (!(await until(() => current.ended || ready(), 300_000))) await current.stop(binaries, home);
      if (!current.ended) return port;
      // Its port was taken meanwhile, or processes of a server that was killed are still leaving.
      const passing = /could not bind|shared memory block|could not create any TCP/.test(current.words);
      if (!passing || attempt >= 20) {
        throw new Error(`The built-in PostgreSQL did not start:\n${current.words}`);
      }
      await pause(250);
    }
  };

  const guard = (binaries: Binaries, port: number, deaths: number[]) => {
    launched?.child.once('close', async () => {
      if (stopped) return;
      const recent = [...deaths.filter((at) => at > Date.now() - 60_000), Date.now()];
      if (recent.length > 5) return log('The database keeps ending; it is not started again');
      log('The database ended unexpectedly and is started again');
      try {
        await launch(binaries, port);
        guard(binaries, port, recent);
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    });
  };

  try {
    const binaries = postgresBinaries(home.account, log);
    await endFormer(home.cluster, log);
    ensureCluster(binaries, home, fsync);
    const port = await launch(binaries, options.port);
    guard(binaries, port, []);
    const stop = async () => {
      await launched?.stop(binaries, home);
      release();
    };
    return {
      host,
      port,
      adminUrl: `postgresql://${superuser}:${password(home)}@${host}:${port}/postgres`,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    release();
    throw error;
  }
}
