import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as chain, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** A sealed file cannot be opened: wrong key, or its bytes are not those that were written. */
export class NotOpened extends Error {}

/** A new pair of keys: the public one seals on the server, the secret one opens and stays elsewhere. */
export async function newKeys(): Promise<{ publicKey: string; secretKey: string }> {
  const secretKey = await generateX25519Identity();
  return { publicKey: await identityToRecipient(secretKey), secretKey };
}

const isPacked = (path: string): boolean => path.endsWith('.gz.age');
const asWeb = (stream: Readable): globalThis.ReadableStream =>
  Readable.toWeb(stream) as unknown as globalThis.ReadableStream;

/**
 * Writes a file in the format of age (age-encryption.org), compressed if it ends in `.gz.age`. It has its name only once it
 * is complete and on the disk.
 */
export async function seal(path: string, bytes: Readable, publicKey: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  const plain = new PassThrough();
  // The server and a full copy may write the same file at once.
  const half = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    const filled = isPacked(path)
      ? pipeline(bytes, createGzip({ level: constants.Z_BEST_SPEED }), plain)
      : pipeline(bytes, plain);
    // Reported by the pipeline that reads from it.
    filled.catch(() => {});
    const sealed = await encrypter.encrypt(asWeb(plain));
    await pipeline(Readable.fromWeb(sealed as unknown as ReadableStream), createWriteStream(half));
    await filled;
    await flush(half);
    await rename(half, path);
  } catch (error) {
    bytes.destroy();
    await rm(half, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/**
 * The contents of a sealed file. A stream that ends without an error is complete and unchanged.
 * @throws NotOpened for a wrong key.
 */
export async function unseal(path: string, secretKey: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(secretKey);
  const file = createReadStream(path);
  const broken = (error: unknown) =>
    new NotOpened(
      /no identity matched/.test(String(error))
        ? `The key does not open ${path}: it was sealed for another one.`
        : `${path} is torn or was changed: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  const opened = await decrypter.decrypt(asWeb(file)).catch((error: unknown) => {
    file.destroy();
    throw (error as NodeJS.ErrnoException).code ? error : broken(error);
  });
  const source = Readable.fromWeb(opened as unknown as ReadableStream);
  const plain = isPacked(path) ? chain(source, createGunzip(), () => {}) : source;
  async function* contents() {
    try {
      yield* plain;
    } catch (error) {
      throw broken(error);
    }
  }
  return Readable.from(contents(), { objectMode: false });
}
