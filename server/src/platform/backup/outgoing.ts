import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Storage keys of files that a restored database needs; others are parts of uploads and exports, which live for hours.
 */
export const isArchived = (key: string): boolean => !/^(uploads|exports|incoming|outgoing)\//.test(key);

/** Folder in which links to stored files wait to be sealed. */
export const outgoingFiles = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'files', 'outgoing');

/** Name of the link to a file that waits to be sealed; each write has its own link. */
export const linkName = (key: string): string => `${encodeURIComponent(key)}~${randomUUID()}`;
export const keyOfLink = (name: string): string => decodeURIComponent(name.slice(0, name.lastIndexOf('~')));

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
