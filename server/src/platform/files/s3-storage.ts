import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../config/settings.ts';
import { assertKey, assertPrefix, type ListedStorage, MissingBytes, type StoredKey } from './storage.ts';

/** The smallest part that S3 allows; with one part in flight, eight concurrent uploads need about 80 MiB. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 1;
/** Key prefixes of large files, which are written as multipart uploads. */
const PREFIXES = ['cases/', 'uploads/'];
/** A multipart upload that began this long ago has lost its writer. */
const DEAD_AFTER_MS = 24 * 3600 * 1000;

interface S3Options {
  /** A store takes at most 10,000 parts of an object. */
  partBytes?: number;
  /** Prefixes of keys whose abandoned uploads are tidied. */
  prefixes?: readonly string[];
  /** How long a store may be silent. Unset, there is no limit, because a download may be read slowly. */
  silenceMs?: number;
}

/**
 * Bytes in a bucket of S3 or a compatible store. A write is a multipart upload, so it appears as a whole or not at all.
 */
export class S3Storage implements ListedStorage {
  readonly #client: S3Client;
  readonly #bucket: string;

  readonly #partBytes: number;
  readonly #prefixes: readonly string[];

  constructor(config: S3Config, { partBytes = PART_BYTES, prefixes = PREFIXES, silenceMs }: S3Options = {}) {
    this.#bucket = config.bucket;
    this.#partBytes = partBytes;
    this.#prefixes = prefixes;
    this.#client = new S3Client({
      region: config.region,
      credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
      // Other stores support neither buckets as host names nor the newer trailing checksums.
      ...(config.endpoint ? { endpoint: config.endpoint, forcePathStyle: true } : {}),
      ...(silenceMs ? { requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs } } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async write(key: string, bytes: Readable): Promise<void> {
    assertKey(key);
    // Without a listener, an error between two parts would end the process.
    bytes.once('error', () => {});
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: bytes },
      partSize: this.#partBytes,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
    } catch (error) {
      bytes.destroy();
      await upload.abort().catch(() => {});
      throw error;
    }
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    assertKey(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await this.#client
      .send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(Range ? { Range } : {}) }))
      .catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new MissingBytes(key, error) : error;
      });
    if (!Body) throw new Error('the store answered without a body');
    return Body as Readable;
  }

  async sizeOf(key: string): Promise<number | null> {
    assertKey(key);
    try {
      const { ContentLength } = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: key }),
      );
      return ContentLength ?? null;
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    assertKey(key);
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }

  async removeBelow(prefix: string): Promise<void> {
    assertKey(prefix);
    // Removed keys leave the list, so its first page is read until it is empty.
    for (;;) {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: `${prefix}/` }),
      );
      const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key] : []));
      if (keys.length === 0) return;
      for (const key of keys) await this.remove(key);
    }
  }

  async *list(prefix: string, after = ''): AsyncGenerator<StoredKey> {
    assertPrefix(prefix);
    const wanted = { Prefix: prefix, ...(after ? { StartAfter: after } : {}) };
    for await (const { Contents } of this.#pages(wanted))
      for (const { Key, Size, LastModified } of Contents ?? [])
        if (Key) yield { key: Key, size: Size ?? 0, writtenAt: LastModified?.getTime() ?? Date.now() };
  }

  async roots(): Promise<string[]> {
    const roots: string[] = [];
    for await (const { CommonPrefixes } of this.#pages({ Delimiter: '/' }))
      roots.push(...(CommonPrefixes ?? []).flatMap(({ Prefix }) => (Prefix ? [Prefix.slice(0, -1)] : [])));
    return roots;
  }

  async *#pages(wanted: Partial<ListObjectsV2CommandInput>): AsyncGenerator<ListObjectsV2CommandOutput> {
    let next: { ContinuationToken?: string } | null = {};
    while (next) {
      const page: ListObjectsV2CommandOutput = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, ...wanted, ...next }),
      );
      yield page;
      const { IsTruncated, NextContinuationToken: token } = page;
      next = IsTruncated && token ? { ContinuationToken: token } : null;
    }
  }

  async tidy(): Promise<void> {
    for (const Prefix of this.#prefixes) await this.#tidyBelow(Prefix);
  }

  /** Reads all pages: a store lists at most 1,000 unfinished uploads at a time. */
  async #tidyBelow(Prefix: string): Promise<void> {
    const deadBefore = Date.now() - DEAD_AFTER_MS;
    let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
    while (after) {
      const page: ListMultipartUploadsCommandOutput = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix, ...after }),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Key || !UploadId || !Initiated || Initiated.getTime() > deadBefore) continue;
        await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }));
      }
      const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      after = IsTruncated && KeyMarker ? { KeyMarker, ...(UploadIdMarker ? { UploadIdMarker } : {}) } : null;
    }
  }

  async ready(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }
}
