import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Storage } from '../../platform/files/storage.ts';
import { numberedNames } from './file-name.ts';

interface Entry {
  filename: string;
  size: number;
  storageKey: string;
  createdAt: Date;
}

/**
 * One zip of stored files, read one after the other as the receiver takes the bytes; nothing is compressed,
 * so its length is known before. When the receiver leaves, reading stops.
 */
export async function zipStream(
  storage: Storage,
  entries: readonly Entry[],
): Promise<{ bytes: Readable; length: number }> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const names = numberedNames(entries.map(({ filename }) => filename));
  let reading: Readable | null = null;
  zip.on('error', (error: Error) => bytes.destroy(error));
  bytes.once('close', () => reading?.destroy());
  for (const [at, entry] of entries.entries()) {
    const options = { compress: false, size: entry.size, mtime: entry.createdAt, mode: 0o100644 };
    zip.addReadStreamLazy(names[at] ?? entry.filename, options, (done) => {
      storage.read(entry.storageKey).then(
        (source) => {
          reading = source;
          source.once('error', (error) => bytes.destroy(error));
          if (bytes.destroyed) source.destroy();
          else done(null, source);
        },
        (error: Error) => bytes.destroy(error),
      );
    });
  }
  const length = await new Promise<number>((resolve) => {
    zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void);
  });
  return { bytes, length };
}
