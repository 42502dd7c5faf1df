import { chownSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { passwordFile } from './cluster.ts';
import { type Home, homeOf } from './home.ts';

/**
 * Seconds after which a segment with changes is closed although it is not full: the maximum data loss if the disk
 * fails.
 */
const CLOSE_AFTER_SECONDS = 60;

const outgoing = (home: Home) => join(home.folder, 'outgoing');

/**
 * Settings with which PostgreSQL links each finished WAL segment into a folder. A link costs no copy and is as durable
 * as the segment itself; in return segments must not be recycled, because that would change the linked file too.
 */
export function archiveSettings(home: Home): Record<string, string> {
  const folder = outgoing(home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (home.account) chownSync(folder, home.account.uid, home.account.gid);
  // PostgreSQL replaces %p and %f. Repeated after a crash for a segment that is already linked.
  const target = `'${folder.replaceAll('%', '%%').replaceAll("'", `'\\''`)}/%f'`;
  return {
    wal_level: 'replica',
    wal_recycle: 'off',
    archive_mode: 'on',
    archive_command: `test ${target} -ef '%p' || ln '%p' ${target}`,
    archive_timeout: `${CLOSE_AFTER_SECONDS}s`,
  };
}

/** Location of the cluster of a data directory and of the files around it. */
export function placesOf(dataDir: string): { cluster: string; passwordFile: string; outgoing: string } {
  const home = homeOf(realpathSync(dataDir), () => {});
  return { cluster: home.cluster, passwordFile: passwordFile(home), outgoing: outgoing(home) };
}
