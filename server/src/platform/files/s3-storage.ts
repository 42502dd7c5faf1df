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
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../config/config.ts';
import { assertKey, MissingBytes, type Storage } from './storage.ts';

/** The smallest part that S3 allows; with one part in flight, eight concurrent uploads need about 80 MiB. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 1;
/** Key prefixes of large files, which are written as multipart uploads. */
const PREFIXES = ['cases/', 'uploads/'];
/** A multipart upload that began this long ago has lost its writer. */
const DEAD_AFTER_MS = 24 * 3600 * 1000;

/** Bytes in a bucket of S3 or a compatible store. A write is a multipart upload, so it appears as a whole or not at all. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(config: S3Config) {
    this.#bucket = config.bucket;
    this.#client = new S3Client({
      region: config.region,
      credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
      // Other stores support neither buckets as host names nor the newer trailing checksums.
      ...(config.endpoint ? { endpoint: config.endpoint, forcePathStyle: true } : {}),
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
      partSize: PART_BYTES,
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

  async tidy(): Promise<void> {
    for (const Prefix of PREFIXES) await this.#tidyBelow(Prefix);
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
