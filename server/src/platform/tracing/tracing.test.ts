import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { freePort } from '@cusp/local-postgres/free-port';
import { expect, onTestFinished, test } from 'vitest';
import { livesInOtherRegion } from '../../modules/region-look-up/address-look-up.ts';
import { createCase, createUser } from '../../testing/factories.ts';
import { peerAt } from '../../testing/regions.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { readConfig } from '../config/config.ts';
import { startTracing } from './export-traces.ts';
import { activeTracing } from './traced.ts';

interface Sent {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number; message?: string };
}

/** A collector that keeps what it receives. */
async function openReceiver() {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    bodies.push(await json(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { bodies, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const spansOf = (bodies: unknown[]): Sent[] =>
  (bodies as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }[]).flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const traceparent = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

test('requests, jobs and statements are spans of use cases, without SQL, ids and people', async () => {
  const { bodies, endpoint } = await openReceiver();
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` });
  const traces = startTracing(tracing ?? expect.fail());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = { trustProxy: ['192.0.2.1'], peer: peerAt(url, 'us') };
  const t = await createTestApp({ work: true, config });
  await t.app.listen({ port, host: '127.0.0.1' });
  const author = await createUser(t.services, { last_name: 'Marker-Person', email: 'marker@cusp.example' });
  const dentalCase = await createCase(t.services, { author, patient_last: 'Marker-Patient' });
  const client = await t.as(author);
  const viaProxy = (remoteAddress: string, headers: Record<string, string>) =>
    t.app.inject({
      method: 'POST',
      url: `/heclore/v1/cases/${dentalCase.id}/comment/`,
      payload: { comment: 'Marker-Comment' },
      remoteAddress,
      headers: { authorization: `Bearer ${client.token}`, 'x-forwarded-for': '198.51.100.7', ...headers },
    });
  const replies = [
    await viaProxy('192.0.2.1', { traceparent: traceparent('a') }),
    // Requests of a stranger, of a proxy without a forwarded address, and with a damaged header begin new traces.
    await viaProxy('198.51.100.7', { traceparent: traceparent('b') }),
    await viaProxy('192.0.2.1', { traceparent: traceparent('c'), 'x-forwarded-for': '' }),
    await viaProxy('192.0.2.1', { traceparent: `${traceparent('d')}-more` }),
    // The proxy has decided not to sample this trace.
    await viaProxy('192.0.2.1', { traceparent: traceparent('e').replace(/01$/, '00') }),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect((await client.get('/v1/cases/?search=Marker')).statusCode).toBe(200);
  expect((await client.get('/v1/cases/999999999/all/')).statusCode).toBe(404);
  const noticed = () => t.services.db.selectFrom('inbox_item').select('id').execute();
  await expect.poll(noticed, { timeout: 20_000 }).toHaveLength(1);
  const otherRegion = {
    ...t.services,
    config: { ...t.services.config, region: 'eu' as const, peer: peerAt(url, 'eu') },
  };
  await activeTracing()?.run({ name: 'asking', kind: 'server', attributes: {} }, () =>
    livesInOtherRegion(otherRegion, 'nobody@cusp.example'),
  );
  const unsigned = await t.app.inject({
    method: 'POST',
    url: '/region/known-address/',
    payload: {},
    headers: { traceparent: traceparent('f') },
  });
  expect(unsigned.statusCode).toBe(401);
  await t.close();
  await traces.stop();

  const spans = spansOf(bodies);
  const named = (name: string) => spans.find((span) => span.name === name) ?? expect.fail(name);
  const adding = spans.filter(({ name }) => name === 'addComment');
  expect(adding).toHaveLength(4);
  const added = adding.find(({ traceId }) => traceId === 'a'.repeat(32)) ?? expect.fail('not continued');
  expect(added.parentSpanId).toBe('a'.repeat(16));
  expect(adding.filter(({ parentSpanId }) => parentSpanId)).toHaveLength(1);
  expect(JSON.stringify(bodies)).not.toMatch(/b{32}|c{32}|d{32}|e{32}|f{32}/);
  expect(attributesOf(added)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/heclore/v1/cases/:id/comment/',
    'http.response.status_code': 200,
  });
  const inside = spans.filter((span) => span.traceId === added.traceId && span.parentSpanId);
  expect(new Set(inside.map(({ name }) => name))).toContain('db insert');
  expect(attributesOf(named('getCase'))).toMatchObject({
    'http.response.status_code': 404,
    'error.type': 'not_found',
  });
  expect(spans.filter(({ status }) => status.code === 2)).toEqual([]);
  const job = spans.find(({ name, traceId }) => name === 'job notices' && traceId === added.traceId);
  expect(job?.parentSpanId).toBe(added.spanId);
  expect(job && attributesOf(job)).toEqual({});
  const [asking, asked] = [named('asking'), named('region known-address')];
  expect([asked.traceId, asked.parentSpanId]).toEqual([asking.traceId, asking.spanId]);
  const text = JSON.stringify(bodies);
  expect(text).not.toMatch(/marker|select |insert into|dental_case|\?search/i);
  expect(text).not.toContain(`/${dentalCase.id}/`);
});

test('without a receiver no traces are made and the tracing code is not loaded', async () => {
  expect(readConfig({}).tracing).toBeNull();
  expect(activeTracing()).toBeNull();
  const run = await readFile(new URL('../../run.ts', import.meta.url), 'utf8');
  expect(run).not.toMatch(/^import .*export-traces/m);
});

test('a receiver that is gone holds up neither requests nor the end', async () => {
  const traces = startTracing({ url: 'http://127.0.0.1:9/v1/traces', service: 'cusp', ratio: 1 });
  const t = await createTestApp();
  expect((await t.nobody.get('/v1/app-info/')).statusCode).toBe(200);
  await t.close();
  await traces.stop();
  expect(activeTracing()).toBeNull();
});

test('settings that cannot work are refused', () => {
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  );
  expect(() =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER_ARG: '5' }),
  ).toThrow('OTEL_TRACES_SAMPLER_ARG');
});
