import type { BackupTarget } from '../config/settings.ts';
import { DiskStorage } from '../files/disk-storage.ts';
import type { ListedStorage } from '../files/storage.ts';

/** Target of backups: a folder, or a bucket of S3 or a compatible store. */
export interface Target {
  storage: ListedStorage;
  /** Displayed location: a path or `s3://bucket`. */
  name: string;
  /** Maximum difference between the clock of the store and ours; S3 refuses requests that are further away. */
  skewMs: number;
}

/** A full copy is one object, of at most 10,000 parts: 640 GB. */
const PART_BYTES = 64 * 1024 * 1024;
/** A request to a store that is silent for this long is retried. */
const SILENCE_MS = 60_000;
const SKEW_MS = 15 * 60_000;

export async function openTarget(target: BackupTarget): Promise<Target> {
  if ('dir' in target) return { storage: new DiskStorage(target.dir), name: target.dir, skewMs: 0 };
  // Loaded on demand, because most deployments write into a folder.
  const { S3Storage } = await import('../files/s3-storage.ts');
  const storage = new S3Storage(target.s3, {
    partBytes: PART_BYTES,
    prefixes: ['cluster-'],
    silenceMs: SILENCE_MS,
  });
  return { storage, name: `s3://${target.s3.bucket}`, skewMs: SKEW_MS };
}

/** Reason of a refusal by the store; null for other errors. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { $metadata, code = '' } = error as { $metadata?: { httpStatusCode?: number }; code?: string };
  const status = $metadata?.httpStatusCode;
  const why = [status, error.name, error.message].filter((part) => part && part !== 'Error').join(' ');
  if (status === 403 || status === 401)
    return `The backup bucket refuses access (${why}). Check BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and the rights of that key.`;
  if (status === 404 || status === 301)
    return `The backup bucket was not found (${why}). Check BACKUP_S3_BUCKET, BACKUP_S3_REGION and BACKUP_S3_ENDPOINT.`;
  if ($metadata || /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE)/.test(code))
    return `The store for backups cannot be used: ${why || code}`;
  return null;
}
