import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
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
const passwordFile = (home: Home) => join(home.folder, 'password');

/** The superuser's password; made once with the cluster, in a file only its owner can read. */
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
  // Sorting is ICU's, the same everywhere. LC_CTYPE must know more than ASCII, or text search would split words
  // at every accented letter; which locales a machine has differs.
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
        ...(fsync ? [] : ['--no-sync']),
      ],
      { ...startOptions(home), encoding: 'utf8' },
    );
    if (run.status === 0) return;
    problem = run.error?.message ?? run.stderr.trim();
    if (!/invalid locale name|locale/i.test(problem)) break;
  }
  throw new Error(`The built-in PostgreSQL could not make its data folder ${home.cluster}: ${problem}`);
}

/** Makes the cluster when there is none; one that an interrupted first start left half made never shows. */
export function ensureCluster(programs: Programs, home: Home, fsync: boolean): void {
  const versionFile = join(home.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    const builtIn = versionOf(programs, home);
    if (builtIn.includes(` ${version}.`)) return;
    throw new Error(
      `The database in ${home.cluster} was made by PostgreSQL ${version}; built in is ${builtIn}. ` +
        'Dump it with the older Cusp and load it into a new DATA_DIR.',
    );
  }
  const draft = `${home.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
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

/** What PostgreSQL itself wrote about the server running on this cluster; `null` when there is none. */
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

/** A PostgreSQL works inside its data folder, and ours is told it by its full name. */
function worksOn(pid: number, cluster: string): boolean {
  if (processBirth(pid) === null) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      // Not ours to look into; its command line is open to everybody.
    }
  }
  return processCommand(pid).includes(cluster);
}

/**
 * Ends a PostgreSQL that outlived the Cusp it belonged to, found by the process id in the cluster and only
 * if that process really works on this cluster. A file left by a process that is gone is put away.
 */
export async function endFormer(cluster: string, log: (line: string) => void): Promise<void> {
  const former = postmaster(cluster);
  if (!former || !processExists(former.pid)) return;
  if (worksOn(former.pid, cluster)) {
    log(`Ending the database left from the last run (process ${former.pid})`);
    // SIGINT: disconnect everybody and shut down; SIGQUIT: without a checkpoint, recovery follows at the next start.
    for (const [signal, ms] of [
      ['SIGINT', 20_000],
      ['SIGQUIT', 10_000],
    ] as const) {
      process.kill(former.pid, signal);
      if (await until(() => processBirth(former.pid) === null, ms)) break;
    }
    if (processBirth(former.pid) !== null) {
      throw new Error(
        `The database of the last run does not end. End process ${former.pid} and start again.`,
      );
    }
  }
  // PostgreSQL would take the process that now has this id, or a zombie, for a living server.
  if (processExists(former.pid) && postmaster(cluster)?.pid === former.pid) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
}
