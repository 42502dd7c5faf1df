import type { Readable } from 'node:stream';

/** The store lacks bytes that the database refers to. */
export class MissingBytes extends Error {
  constructor(key: string, cause?: unknown) {
    super(`no bytes under ${key}`, { cause });
  }
}

/** Where bytes are stored. Keys are ours (`cases/{caseId}/{fileId}`), never a person's file name. */
export interface Storage {
  /** Stores a stream under a key; if the stream fails, nothing is stored. */
  write(key: string, bytes: Readable, options?: WriteOptions): Promise<void>;
  /** Reads all bytes, or those from `start` to `end` inclusive; throws `MissingBytes` for a missing key. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Number of bytes under a key; null for a missing key. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes a key; a missing key is not an error. */
  remove(key: string): Promise<void>;
  /** Removes every key below a prefix such as `cases/7`, also those that no row refers to. */
  removeBelow(prefix: string): Promise<void>;
  /** Removes partial writes of killed processes; running writes are not affected. */
  tidy(): Promise<void>;
  /** Throws if the store cannot be reached. */
  ready(): Promise<void>;
}

export interface StoredKey {
  key: string;
  size: number;
  /** By the clock of the store, in milliseconds. */
  writtenAt: number;
}

/** A store whose keys can be listed, which backups need. */
export interface ListedStorage extends Storage {
  /** All keys that begin with a prefix such as `cluster-7/wal/0000` and come after one of them, in no order. */
  list(prefix: string, after?: string): AsyncIterable<StoredKey>;
  /** The distinct first segments of all keys. */
  roots(): Promise<string[]>;
}

export interface WriteOptions {
  /** Whether the memory of each chunk may be freed once it is stored; the caller must not use the chunks afterwards. */
  giveBack?: boolean;
}

/** Throws unless a key has our form: segments of letters, digits, `-`, `_` and dots, separated by slashes. */
export function assertKey(key: string): void {
  if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new Error('not a storage key');
}

/** Throws unless it is a valid prefix of a key. */
export const assertPrefix = (prefix: string): void => assertKey(prefix.replace(/\/$/, ''));
