import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';

/** Copies files of a folder into a new one, one after the other, computing SHA-256. */
export const copyOnDisk = (folder: string, names: readonly string[]): Promise<void> =>
  copyAll(names, 1, async (name) => createReadStream(join(folder, name)));

/** Copies files that another process serves over HTTP, as many at once, computing SHA-256. */
export const copyOverHttp = (url: string, names: readonly string[], atOnce: number): Promise<void> =>
  copyAll(
    names,
    atOnce,
    (name) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(`${url}/${name}`, resolve).on('error', reject);
      }),
  );

async function copyAll(
  names: readonly string[],
  atOnce: number,
  read: (name: string) => Promise<Readable>,
): Promise<void> {
  const folder = await scratchFolder('cusp-plain-copy-');
  const left = [...names.entries()];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, name] = next;
        await copy(await read(name), join(folder, String(index)));
      }
    }),
  );
  await rm(folder, { recursive: true });
}

async function copy(bytes: Readable, to: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(to, { flush: true }),
  );
  hash.digest('hex');
}
