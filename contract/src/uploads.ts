import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './wire.ts';

/**
 * Uploads that go on after a broken line, by the tus protocol (https://tus.io/protocols/resumable-upload),
 * with its extensions creation, expiration and termination. What may be uploaded is the same as in one go.
 */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,expiration,termination';
/** Type of the body of a part. */
export const PART_TYPE = 'application/offset+octet-stream';

/** With the answer to the last part: the case holds this very file already, and no version was added. */
export const UNCHANGED_HEADER = 'upload-unchanged';

/** What a browser sends in one part: at most so much is lost with the server itself. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;

/** An upload that has not arrived whole yet. */
export const OpenUpload = z.object({
  /** Where it goes on. */
  url: z.string(),
  filename: z.string(),
  size: z.number().int(),
  offset: z.number().int(),
  /** When the file was last changed on the machine it comes from, in ms; as it was told. */
  modified: z.number().int().nullable(),
});
export type OpenUpload = z.infer<typeof OpenUpload>;

const params = z.object({ upload: z.uuid() });

export const listUploads = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/uploads/',
  access: 'user',
  summary: 'Own uploads to a case or own draft that can go on',
  params: z.object({ id: Id }),
  reply: z.object({ uploads: z.array(OpenUpload) }),
});

export const beginUpload = endpoint({
  method: 'POST',
  path: '/v1/cases/:id/uploads/',
  access: 'user',
  summary:
    'Begin an upload in parts (tus creation): Upload-Length, Upload-Metadata with filename and modified',
  params: z.object({ id: Id }),
  reply: 'bytes',
  empty: 201,
  perMinute: 600,
});

export const uploadState = endpoint({
  method: 'HEAD',
  path: '/v1/uploads/:upload/',
  access: 'user',
  summary: 'How far an own upload is (tus): all of it when the file is kept',
  params,
  reply: 'bytes',
  empty: 200,
  perMinute: 1200,
});

export const sendPart = endpoint({
  method: 'PATCH',
  path: '/v1/uploads/:upload/',
  access: 'user',
  summary: 'The next bytes of an own upload (tus); the last ones make it a file of the case',
  params,
  isUpload: true,
  reply: 'bytes',
  empty: 204,
  perMinute: 1200,
});

export const dropUpload = endpoint({
  method: 'DELETE',
  path: '/v1/uploads/:upload/',
  access: 'user',
  summary: 'Give an own upload up (tus termination)',
  params,
  reply: 'bytes',
  empty: 204,
});
