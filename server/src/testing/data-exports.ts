import type { DataExport } from '@cusp/contract/data-exports';
import { expect } from 'vitest';
import { runDataExport } from '../modules/data-exports/run-data-export.ts';
import type { TestApp } from './test-app.ts';
import { unzip } from './unzip.ts';

/** Actions of people on exports of a practice, and ways for tests to read them. */
export function exportsOf(t: TestApp) {
  const start = async (person: { id: number }, body: object) =>
    (await t.as(person)).post('/v1/privacy/exports/', { zone: 'Europe/Berlin', ...body });
  const listOf = async (person: { id: number }): Promise<DataExport[]> =>
    (await (await t.as(person)).get('/v1/privacy/exports/')).json().exports;
  const fileOf = async (person: { id: number }, id: number, headers: Record<string, string> = {}) => {
    const { cookie, request } = await t.as(person);
    return request('GET', `/v1/privacy/exports/${id}/file/`, undefined, { cookie, ...headers });
  };
  const ready = async (person: { id: number }, body: object): Promise<number> => {
    const reply = await start(person, body);
    expect(reply.statusCode, reply.body).toBe(200);
    const { id } = reply.json();
    await runDataExport(t.services, id);
    return id;
  };
  const zipOf = async (person: { id: number }, body: object) => {
    const reply = await fileOf(person, await ready(person, body));
    expect(reply.statusCode).toBe(200);
    const entries = await unzip(reply.rawPayload);
    return new Map(entries.map(({ name, bytes }) => [name, bytes]));
  };
  return { start, listOf, fileOf, ready, zipOf };
}

export const jsonIn = (zip: Map<string, Buffer>, name: string) => JSON.parse(String(zip.get(name)));
