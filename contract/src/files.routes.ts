import { route } from './endpoint.ts';

export const listFiles = route({
  method: 'GET',
  path: '/v1/cases/:id/files/',
  access: 'user',
  guests: 'open',
});
export const uploadFile = route({
  method: 'POST',
  path: '/v1/cases/:id/file/',
  access: 'user',
  emits: ['preview_made'],
});
export const uploadDone = route({
  method: 'PUT',
  path: '/v1/cases/:id/files/upload-done/',
  access: 'user',
  emits: ['files_uploaded', 'post_uploaded'],
});
export const fileUrls = route({
  method: 'GET',
  path: '/v1/files/uri/',
  access: 'user',
  guests: 'open',
  support: 'never',
});
export const downloadFile = route({
  method: 'GET',
  path: '/v1/files/:id/download/',
  access: 'cookie',
  guests: 'open',
  reply: 'bytes',
});
export const removeFile = route({
  method: 'DELETE',
  path: '/v1/files/:id/remove/',
  access: 'user',
  emits: ['file_deleted'],
});
export const setScan = route({
  method: 'PUT',
  path: '/v1/files/:id/scan/',
  access: 'user',
  support: 'write',
  emits: ['file_classified'],
});
export const setUnit = route({
  method: 'PUT',
  path: '/v1/files/:id/unit/',
  access: 'user',
  emits: ['file_unit_set'],
});
export const setMetadata = route({
  method: 'PUT',
  path: '/v1/files/:id/metadata/',
  access: 'user',
  emits: ['file_metadata_set'],
});
export const prepareDownloadAll = route({
  method: 'POST',
  path: '/v1/cases/:id/files/download/',
  access: 'user',
  guests: 'open',
});
export const downloadAll = route({
  method: 'GET',
  path: '/v1/cases/:id/files/download/:idb64/',
  access: 'cookie',
  guests: 'open',
  reply: 'bytes',
});
