import { pipeline as chain, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { refusalOf, type Target } from './target.ts';

/** A sealed file cannot be opened: wrong key, or its bytes were changed. */
export class NotOpened extends Error {}

/** A new key pair: the public one seals on the server, the secret one opens and is kept elsewhere. */
export async function newKeys(): Promise<{ publicKey: string; secretKey: string }> {
  const secretKey = await generateX25519Identity();
  return { publicKey: await identityToRecipient(secretKey), secretKey };
}

const isPacked = (key: string): boolean => key.endsWith('.gz.age');
const asWeb = (stream: Readable): globalThis.ReadableStream =>
  Readable.toWeb(stream) as unknown as globalThis.ReadableStream;

/** Sizes in the format: a header for one key, a nonce, and a tag for each chunk of 64 KiB. */
const HEADER = 168;
const NONCE = 16;
const TAG = 16;
const CHUNK = 64 * 1024;

/** Size of an uncompressed file once it is sealed. */
export const sealedSize = (size: number): number =>
  HEADER + NONCE + size + TAG * Math.max(1, Math.ceil(size / CHUNK));

/**
 * Writes a file in the format of age (age-encryption.org), compressed if its key ends in `.gz.age`. It appears under
 * its key only once it is complete and stored. Returns its size.
 */
export async function seal(
  { storage, name }: Target,
  key: string,
  bytes: Readable,
  publicKey: string,
): Promise<number> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  const plain = new PassThrough();
  let size = 0;
  try {
    const filled = isPacked(key)
      ? pipeline(bytes, createGzip({ level: constants.Z_BEST_SPEED }), plain)
      : pipeline(bytes, plain);
    // Reported by the stream that reads from it.
    filled.catch(() => {});
    const sealed = await encrypter.encrypt(asWeb(plain));
    async function* counted() {
      for await (const chunk of Readable.fromWeb(sealed as unknown as ReadableStream)) {
        size += chunk.length;
        yield chunk;
      }
      await filled;
    }
    await storage.write(key, Readable.from(counted(), { objectMode: false }));
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  const stored = await storage.sizeOf(key);
  if (stored === size) return size;
  await storage.remove(key);
  throw new Error(`${name}/${key} has ${stored ?? 0} bytes of ${size}: the store keeps only a part.`);
}

/**
 * The contents of a sealed file. A stream that ends without an error is complete and unchanged.
 * @throws NotOpened for a wrong key.
 */
export async function unseal({ storage, name }: Target, key: string, secretKey: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(secretKey);
  const file = await storage.read(key);
  const path = `${name}/${key}`;
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
  const plain = isPacked(key) ? chain(source, createGunzip(), () => {}) : source;
  async function* contents() {
    try {
      yield* plain;
    } catch (error) {
      throw refusalOf(error) ? error : broken(error);
    }
  }
  const result = Readable.from(contents(), { objectMode: false });
  // Closes the file even if the stream was not read.
  result.once('close', () => file.destroy());
  return result;
}
