import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import type { Client, TestApp } from './test-app.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The smallest acceptable PNG: its signature, followed by bytes that make files differ. */
export const png = (filling = 'picture'): Buffer =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(filling)]);

/** A binary STL with this many triangles in a pattern. */
export function stl(triangles: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(84 + 50 * triangles);
  for (let at = 84; at < bytes.length; at++) bytes[at] = (at * 31 + seed) & 0xff;
  bytes.writeUInt32LE(triangles, 80);
  return bytes;
}

export function formWith(bytes: Uint8Array, filename: string, field = 'file'): FormData {
  const form = new FormData();
  form.append('post_uid', '');
  form.append(field, new File([new Uint8Array(bytes)], filename));
  return form;
}

/** Uploads one file as a browser's form does. */
export const upload = (
  client: Client,
  caseId: number,
  bytes: Uint8Array,
  filename: string,
): Promise<LightMyRequestResponse> => client.post(`/v1/cases/${caseId}/file/`, formWith(bytes, filename));

/** The listed files of a case. */
export const filesOf = async (client: Client, caseId: number) =>
  (await client.get(`/v1/cases/${caseId}/files/`)).json().files;

/** Keys stored below a prefix of the storage. */
export const storedIn = (t: TestApp, folder: string): Promise<string[]> =>
  readdir(join(t.services.config.dataDir, 'files', folder)).catch(() => []);
