import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The operating system user PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** Where a cluster with its password and copied programs is kept. */
export interface Home {
  folder: string;
  cluster: string;
  /** Where to link to the cluster once it is created; `null` if it is in the data directory or already linked. */
  link: string | null;
  /** `null`: PostgreSQL runs as the user of this process. */
  account: Account | null;
}

/** Folder for clusters that cannot be in their data directory. */
const ELSEWHERE = '/var/lib/cusp';

/** An existing unprivileged user for a new cluster: PostgreSQL refuses to run as root. */
function accountForRoot(): Account {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. ' +
      'Start Cusp as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Whether the user can enter a folder, which depends on the permissions of all folders above it. */
const canEnter = (account: Account, folder: string) =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;

/** The home of an existing cluster: PostgreSQL runs only as the owner of its cluster. */
function existing(link: string): Home {
  if (!existsSync(link)) {
    throw new Error(
      `The database that ${link} links to no longer exists. ` +
        'Restore that folder, or remove the link to begin with an empty database.',
    );
  }
  const cluster = realpathSync(link);
  const folder = dirname(cluster);
  const { uid, gid } = statSync(cluster);
  // Windows has no user ids.
  const own = process.getuid?.() ?? uid;
  if (uid === own) return { folder, cluster, link: null, account: null };
  if (own !== 0) {
    throw new Error(
      `The database in ${cluster} belongs to another user (uid ${uid}). ` +
        'Start Cusp as the user who started it first, or choose another DATA_DIR.',
    );
  }
  if (!canEnter({ uid, gid }, folder)) {
    throw new Error(
      `The database's user (uid ${uid}) may not enter ${folder}. ` +
        'Move DATA_DIR to a folder every user may enter, for example below /srv.',
    );
  }
  return { folder, cluster, link: null, account: { uid, gid } };
}

/**
 * Finds or chooses the home of a data directory's cluster: the directory itself, or a folder below /var/lib/cusp if
 * root runs Cusp in a folder that PostgreSQL's user may not enter, such as one below /root.
 * @throws Error with a message for the operator if the cluster cannot be used from here.
 */
export function homeOf(dataDir: string, log: (line: string) => void): Home {
  const here = join(dataDir, 'cluster');
  if (lstatSync(here, { throwIfNoEntry: false })) return existing(here);
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? accountForRoot() : null;
  if (!account || canEnter(account, dataDir)) return { folder: dataDir, cluster: here, link: null, account };

  mkdirSync(ELSEWHERE, { recursive: true });
  const folder = mkdtempSync(join(ELSEWHERE, 'database-'));
  // Independent of root's umask, PostgreSQL's user must be able to traverse it.
  for (const made of [ELSEWHERE, folder]) chmodSync(made, 0o755);
  log(
    `PostgreSQL does not run as root and its user may not enter ${dataDir}: the database is kept in ${folder}`,
  );
  return { folder, cluster: join(folder, 'cluster'), link: here, account };
}
