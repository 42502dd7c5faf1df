import { API_BASE } from '@cusp/contract/endpoint';
import { PART_TYPE, TUS_VERSION } from '@cusp/contract/uploads.routes';
import type { LightMyRequestResponse } from 'fastify';
import type { Client } from './test-app.ts';

export const TUS = { 'tus-resumable': TUS_VERSION };

/** `Upload-Metadata` of a file as tus clients send it. */
export const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Begins an upload; `headers` override the defaults, an empty one removes a header. */
export function begin(
  client: Client,
  caseId: number,
  filename: string,
  size: number,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const all = {
    ...TUS,
    'upload-length': String(size),
    'upload-metadata': metadata({ filename, modified: '1700000000000' }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return client.request('POST', `/v1/cases/${caseId}/uploads/`, undefined, sent);
}

/** Address at which a new upload continues, below the base of the API. */
export async function begun(client: Client, caseId: number, filename: string, size: number): Promise<string> {
  const reply = await begin(client, caseId, filename, size);
  return String(reply.headers.location).slice(API_BASE.length);
}

/** Sends a part. */
export function patch(
  client: Client,
  path: string,
  offset: number | string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return client.request('PATCH', path, Buffer.from(bytes), {
    ...TUS,
    'content-type': PART_TYPE,
    'upload-offset': String(offset),
    ...headers,
  });
}

export const state = (client: Client, path: string): Promise<LightMyRequestResponse> =>
  client.request('HEAD', path, undefined, TUS);

export const drop = (client: Client, path: string): Promise<LightMyRequestResponse> =>
  client.request('DELETE', path, undefined, TUS);

/** A person's unfinished uploads to a case. */
export const openUploads = async (client: Client, caseId: number) =>
  (await client.get(`/v1/cases/${caseId}/uploads/`)).json().uploads;

/** Status and code of a refusal. */
export const refusalOf = (reply: LightMyRequestResponse): [number, string] => [
  reply.statusCode,
  reply.json().code,
];
