import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { type Account, accountForRoot, canEnter, isRoot, ownerOf } from './embedded-account.ts';

/** Where a cluster and what belongs to it (password, who is running it) lie. */
export interface Home {
  folder: string;
  cluster: string;
  /** `null`: PostgreSQL runs as this process's own user. */
  account: Account | null;
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function existing(dataDir: string, link: string): Home {
  if (!existsSync(link)) {
    throw new Error(
      `The database of ${dataDir} was kept in ${readlinkSync(link)}, which is gone. ` +
        `Bring that folder back, or remove ${link} to begin with an empty database.`,
    );
  }
  const cluster = realpathSync(link);
  const account = ownerOf(cluster);
  if (account && !isRoot()) {
    throw new Error(
      `The database in ${cluster} belongs to another user (uid ${account.uid}). ` +
        'Start Cusp as the user who started it first, or choose another DATA_DIR.',
    );
  }
  if (account && !canEnter(account, dirname(cluster))) {
    throw new Error(
      `The database's user (uid ${account.uid}) may not enter ${dirname(cluster)}. ` +
        'Move DATA_DIR to a folder every user may enter, for example below /srv.',
    );
  }
  return { folder: dirname(cluster), cluster, account };
}

/** A folder root made for a while (mkdtemp makes it for root alone) lets others pass through, not look in. */
function openTemporary(dataDir: string): void {
  const temporary = realpathSync(tmpdir());
  for (let folder = dataDir; folder.startsWith(temporary + sep); folder = dirname(folder)) {
    const { uid, mode } = statSync(folder);
    if (uid === 0) chmodSync(folder, (mode & 0o7777) | 0o011);
  }
}

/**
 * Finds or chooses the home of a data directory's cluster: the directory itself, or, when root runs Cusp in a folder
 * that PostgreSQL's user may not enter (such as one below /root), a folder in /var/lib/cusp that
 * `cluster` in it links to.
 * @throws Error with a text for the person who starts Cusp when the cluster cannot be used from here.
 */
export function homeOf(folderName: string, log: (line: string) => void): Home {
  mkdirSync(folderName, { recursive: true });
  const dataDir = realpathSync(folderName);
  const here = join(dataDir, 'cluster');
  if (isThere(here)) return existing(dataDir, here);
  if (!isRoot()) return { folder: dataDir, cluster: here, account: null };

  const account = accountForRoot();
  openTemporary(dataDir);
  if (canEnter(account, dataDir)) return { folder: dataDir, cluster: here, account };

  const base = '/var/lib/cusp';
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = join(base, name);
  for (const each of [base, folder]) {
    mkdirSync(each, { recursive: true });
    chmodSync(each, 0o755);
  }
  log(
    `PostgreSQL does not run as root and its user may not enter ${dataDir}: the database is kept in ${folder}`,
  );
  const cluster = join(folder, 'cluster');
  symlinkSync(cluster, here);
  return { folder, cluster, account };
}
