import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { buildHealthApp } from '../../health-app.ts';
import { createCase } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { readConfig } from '../config/config.ts';
import { connect } from '../db/database.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

const t = await openTestApp();
const { pool, db } = connect(t.urls.app, 1);
const metrics = createMetrics(t.services, pool);
const app = await buildApp(t.services, { metrics, rateLimitFactor: 0 });
const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }, t.services.log);
afterAll(async () => {
  server.close();
  await app.close();
  await db.destroy();
});
const address = server.address();
const at = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`, { method });
const scrape = async () => (await at('/metrics')).text();
const ops = (path: string) => new URL(`../../../../ops/${path}`, import.meta.url);

test('metrics are at their own address only', async () => {
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  expect((await at('/')).status).toBe(404);
  expect((await at('/metrics', 'POST')).status).toBe(404);
  expect((await at('/metrics')).headers.get('content-type')).toMatch(/^text\/plain/);
});

test('requests are counted by route pattern, without ids, names and addresses', async () => {
  const dentalCase = await createCase(t.services, { patient_last: 'Marker-Patient' });
  await app.inject(`/heclore/v1/cases/${dentalCase.id}/order-form/?data=marker-token`);
  const text = await scrape();
  expect(text).toMatch(
    /cusp_http_request_seconds_count\{method="GET",route="[^"]*:id[^"]*",status="401"\} 1/,
  );
  expect(text).not.toMatch(/[Mm]arker/);
  expect(text).not.toContain(`/${dentalCase.id}/`);
});

test('queues show how many jobs wait and how long', async () => {
  const text = await scrape();
  expect(text).toMatch(/^cusp_database_connections\{state="waiting"\} 0$/m);
  expect(text).toMatch(/^cusp_live_streams 0$/m);
  expect(text).toMatch(/^# TYPE cusp_job_oldest_seconds gauge$/m);
});

test('the age of backups is that of the newest copy and the newest WAL', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'cusp-backups-'));
  const backup = { target: { dir }, publicKey: '', days: 30 };
  const own = createMetrics({ ...t.services, config: { ...t.services.config, backup } }, pool);
  const age = async (kind: string) =>
    (await own.registry.getSingleMetric(`cusp_backup_${kind}_age_seconds`)?.get())?.values[0]?.value;
  expect(await age('copy')).toBe(Number.POSITIVE_INFINITY);
  await rm(dir, { recursive: true });
  expect(await scrape()).toMatch(/^cusp_backup_copy_age_seconds 0$/m);
});

test('alerts and dashboards use metrics that exist, and each alert has a runbook', async () => {
  const known = new Set((await scrape()).match(/^# TYPE \S+/gm)?.map((line) => line.slice(7)));
  const alerts = readFileSync(ops('alerts.yaml'), 'utf8');
  const dashboard = readFileSync(ops('dashboards/cusp.json'), 'utf8');
  JSON.parse(dashboard);
  const used = [...`${alerts}${dashboard}`.matchAll(/\b((?:cusp|nodejs|process)_[a-z0-9_]+)/g)].map(
    ([, name = '']) => name.replace(/_(bucket|sum|count)$/, ''),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  const runbooks = [...alerts.matchAll(/runbook: runbooks\/(\S+)/g)].map(([, file]) => file);
  expect(runbooks).toHaveLength((alerts.match(/- alert:/g) ?? []).length);
  expect(readdirSync(ops('runbooks/')).toSorted()).toEqual(runbooks.toSorted());
});

test('a process that only works answers its probes and nothing else', async () => {
  const work = await buildHealthApp(t.services);
  expect((await work.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
  expect((await work.inject('/heclore/v1/app-info/')).statusCode).toBe(404);
  await work.close();
});

test('role and address are read from the environment', () => {
  expect(readConfig({}).role).toBe('all');
  expect(readConfig({ ROLE: 'work' }).role).toBe('work');
  expect(() => readConfig({ ROLE: 'worker' })).toThrow('ROLE');
  expect(readConfig({}).metrics).toBeNull();
  expect(readConfig({ METRICS_ADDRESS: '9464' }).metrics).toEqual({ host: 'localhost', port: 9464 });
  expect(readConfig({ METRICS_ADDRESS: '0.0.0.0:9464' }).metrics).toEqual({ host: '0.0.0.0', port: 9464 });
  expect(() => readConfig({ METRICS_ADDRESS: 'here' })).toThrow('METRICS_ADDRESS');
});
