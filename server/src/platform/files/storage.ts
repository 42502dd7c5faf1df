import type { Readable } from 'node:stream';

/** Bytes that should be in the store and are not. */
export class MissingBytes extends Error {
  constructor(key: string, cause?: unknown) {
    super(`no bytes under ${key}`, { cause });
  }
}

/** Where bytes live. Keys are ours (`cases/{caseId}/{fileId}`), never a person's file name. */
export interface Storage {
  /** Stores a stream under a key; when the stream fails, nothing stays behind. */
  write(key: string, bytes: Readable, options?: WriteOptions): Promise<void>;
  /** Reads all bytes, or those from `start` to `end`, both included; fails with `MissingBytes` when the key is not there. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** How many bytes a key has; null when it is not there. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes a key; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Removes what broken writes of killed processes left; running writes are not touched. */
  tidy(): Promise<void>;
  /** Throws when the store cannot be reached. */
  ready(): Promise<void>;
}

export interface WriteOptions {
  /** Nobody looks at the chunks of the stream afterwards: their memory may be freed once they are stored. */
  giveBack?: boolean;
}

/** Throws unless a key is one of ours: letters, digits, `-`, `_` and dots, in parts. */
export function assertKey(key: string): void {
  if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new Error('not a storage key');
}
