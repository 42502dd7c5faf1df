import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { patient } from './patient.ts';
import * as routes from './uploads.routes.ts';
import { Id } from './wire.ts';

/** An upload that is not complete yet. */
export const OpenUpload = z.object({
  /** Where to continue it. */
  url: z.string(),
  filename: patient(z.string()),
  size: z.number().int(),
  offset: z.number().int(),
  /** When the file was last changed on its machine, in milliseconds, as the browser reported. */
  modified: z.number().int().nullable(),
});
export type OpenUpload = z.infer<typeof OpenUpload>;

const params = z.object({ upload: z.uuid() });

export const listUploads = endpoint(routes.listUploads, {
  summary: 'One’s own uploads to a case or draft that can be continued',
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
  summary: 'Offset of one’s own upload (tus); its length once the file is stored',
  params,
  empty: 200,
  perMinute: 1200,
});

export const sendPart = endpoint(routes.sendPart, {
  summary: 'The next bytes of one’s own upload (tus); the last ones turn it into a file of the case',
  params,
  isUpload: true,
  empty: 204,
  perMinute: 1200,
});

export const dropUpload = endpoint(routes.dropUpload, {
  summary: 'Cancel one’s own upload (tus termination)',
  params,
  empty: 204,
});
