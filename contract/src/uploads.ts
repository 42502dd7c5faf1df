import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './uploads.routes.ts';
import { Id } from './wire.ts';

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

export const listUploads = endpoint(routes.listUploads, {
  summary: 'Own uploads to a case or own draft that can go on',
  params: z.object({ id: Id }),
  reply: z.object({ uploads: z.array(OpenUpload) }),
});

export const beginUpload = endpoint(routes.beginUpload, {
  summary:
    'Begin an upload in parts (tus creation): Upload-Length, Upload-Metadata with filename and modified',
  params: z.object({ id: Id }),
  empty: 201,
  perMinute: 600,
});

export const uploadState = endpoint(routes.uploadState, {
  summary: 'How far an own upload is (tus): all of it when the file is kept',
  params,
  empty: 200,
  perMinute: 1200,
});

export const sendPart = endpoint(routes.sendPart, {
  summary: 'The next bytes of an own upload (tus); the last ones make it a file of the case',
  params,
  isUpload: true,
  empty: 204,
  perMinute: 1200,
});

export const dropUpload = endpoint(routes.dropUpload, {
  summary: 'Give an own upload up (tus termination)',
  params,
  empty: 204,
});
