import { route } from './endpoint.ts';

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
