import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The operating system user PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so root has to lend it another user. */
export const isRoot = () => process.getuid?.() === 0;

function idOf(name: string): Account | null {
  const numbers = ['-u', '-g'].map((flag) => {
    const found = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return found.status === 0 ? Number.parseInt(found.stdout, 10) : Number.NaN;
  });
  const [uid, gid] = numbers;
  return uid && gid ? { uid, gid } : null;
}

function createSystemUser(name: string): void {
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    name,
  ]);
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]);
}

/**
 * The user a new cluster gets when Cusp runs as root: `postgres` (made when missing), else `nobody`.
 * @throws when the machine has none of them.
 */
export function accountForRoot(): Account {
  const existing = idOf('postgres') ?? idOf('_postgres');
  if (existing) return existing;
  createSystemUser('postgres');
  const account = idOf('postgres') ?? idOf('nobody');
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root and this machine has no other user to run it as. ' +
      'Start Cusp as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** The user who owns a cluster made before; `null` when that is this process's own user. */
export function ownerOf(cluster: string): Account | null {
  const { uid, gid } = statSync(cluster);
  return uid === process.getuid?.() ? null : { uid, gid };
}

/** Whether that user can enter a folder; every folder above it counts. */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}
