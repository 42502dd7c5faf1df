import { route } from './endpoint.ts';

/**
 * Uploads that can be resumed after a lost connection, by the tus protocol
 * (https://tus.io/protocols/resumable-upload) with its extensions creation, expiration and termination. The same files
 * are allowed as in an upload by one request.
 */
export const TUS_VERSION = '1.0.0';

export const TUS_EXTENSIONS = 'creation,expiration,termination';

/** Content type of a part. */
export const PART_TYPE = 'application/offset+octet-stream';

/** On the response to the last part: the case already has this exact file, and no version was added. */
export const UNCHANGED_HEADER = 'upload-unchanged';

/** Size of a part, and so the maximum loss if the server fails. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;

export const listUploads = route({ method: 'GET', path: '/v1/cases/:id/uploads/', access: 'user' });
export const beginUpload = route({
  method: 'POST',
  path: '/v1/cases/:id/uploads/',
  access: 'user',
  reply: 'bytes',
});
export const uploadState = route({
  method: 'HEAD',
  path: '/v1/uploads/:upload/',
  access: 'user',
  reply: 'bytes',
});
export const sendPart = route({
  method: 'PATCH',
  path: '/v1/uploads/:upload/',
  access: 'user',
  reply: 'bytes',
});
export const dropUpload = route({
  method: 'DELETE',
  path: '/v1/uploads/:upload/',
  access: 'user',
  reply: 'bytes',
});
