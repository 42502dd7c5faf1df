import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { processBirth, processCommand, processExists, until } from './processes.ts';
import { type Programs, startOptions, versionOf } from './programs.ts';

export const superuser = 'postgres';
export const passwordFile = (home: Home) => join(home.folder, 'password');

/** The superuser's password, generated with the cluster and stored in a file that only its owner can read. */
export function password(home: Home): string {
  try {
    return readFileSync(passwordFile(home), 'utf8').trim();
  } catch {
    throw new Error(
      `${passwordFile(home)} is missing: without it the database in ${home.cluster} stays closed.`,
    );
  }
}

function initdb({ initdb }: Programs, home: Home, draft: string, fsync: boolean): void {
  // ICU sorts the same on every machine. LC_CTYPE must support more than ASCII, or text search would split words at
  // accented letters; the available locales differ between machines.
  let problem = '';
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const run = spawnSync(
      initdb,
      [
        `--pgdata=${draft}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile(home)}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        `--lc-ctype=${ctype}`,
        '--locale-provider=icu',
        '--icu-locale=und',
        ...(fsync ? [] : ['--no-sync', '--no-data-checksums']),
      ],
      { ...startOptions(home), encoding: 'utf8' },
    );
    if (run.status === 0) return;
    problem = run.error?.message ?? run.stderr.trim();
    if (!/invalid locale name|locale/i.test(problem)) break;
  }
  throw new Error(`The built-in PostgreSQL could not create its data folder ${home.cluster}: ${problem}`);
}

/**
 * Creates the cluster if it does not exist. It is built under a temporary name, so that an interrupted first start
 * leaves nothing at the final path.
 */
export function ensureCluster(programs: Programs, home: Home, fsync: boolean): void {
  const versionFile = join(home.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    const builtIn = versionOf(programs, home);
    if (builtIn.includes(` ${version}.`)) return;
    throw new Error(
      `The database in ${home.cluster} was created by PostgreSQL ${version}; the built-in version is ${builtIn}. ` +
        'Dump it with the older Cusp and load it into a new DATA_DIR.',
    );
  }
  if (existsSync(home.cluster) && readdirSync(home.cluster).length > 0) {
    throw new Error(
      `${home.cluster} has files but no database, perhaps because its folder was removed while PostgreSQL was running. ` +
        `End a PostgreSQL that still runs there, move ${home.cluster} away, and start again.`,
    );
  }
  const draft = `${home.cluster}.new`;
  // An interrupted start may have left an initdb that is still writing.
  rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile(home), `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (home.account) {
    // initdb reads the password and owns the folder.
    for (const path of [draft, passwordFile(home)]) chownSync(path, home.account.uid, home.account.gid);
  }
  try {
    initdb(programs, home, draft, fsync);
    renameSync(draft, home.cluster);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  if (home.link) symlinkSync(home.cluster, home.link);
}

/** Process id, port and state that PostgreSQL wrote about the server on this cluster; `null` if none is running. */
export function postmaster(cluster: string): { pid: number; port: number; ready: boolean } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    const port = Number.parseInt(lines[3] ?? '', 10);
    return Number.isInteger(pid) && pid > 0 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
}

/**
 * Whether a process is a PostgreSQL on this cluster: it runs in its data folder, and ours gets the full path as an
 * argument.
 */
function worksOn(pid: number, cluster: string): boolean {
  if (processBirth(pid) === null) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      // Not permitted to inspect the process; its command line is readable by everybody.
    }
  }
  return processCommand(pid).includes(cluster);
}

/**
 * Ends a PostgreSQL whose Cusp was killed. The process id in the cluster only counts if that process really runs on
 * this cluster. Removes a stale pid file.
 */
export async function endFormer(cluster: string, log: (line: string) => void): Promise<void> {
  const former = postmaster(cluster);
  if (!former || !processExists(former.pid)) return;
  if (worksOn(former.pid, cluster)) {
    log(`Stopping the database of the last run (process ${former.pid})`);
    // SIGINT: disconnect everybody and shut down. SIGQUIT: stop without a checkpoint, with recovery at the next start.
    for (const [signal, ms] of [
      ['SIGINT', 20_000],
      ['SIGQUIT', 10_000],
    ] as const) {
      process.kill(former.pid, signal);
      if (await until(() => processBirth(former.pid) === null, ms)) break;
    }
    if (processBirth(former.pid) !== null) {
      throw new Error(
        `The database of the last run does not stop. End process ${former.pid} and start again.`,
      );
    }
  }
  // PostgreSQL would mistake another process that now has this id, or a zombie, for a running server.
  if (processExists(former.pid) && postmaster(cluster)?.pid === former.pid) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
}
