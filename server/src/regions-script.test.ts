import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@cusp/local-postgres/free-port';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { skinOfHost } from './platform/brand/brands.ts';
import { siteOf } from './platform/brand/site.ts';
import { readConfig } from './platform/config/config.ts';
import { openSealed, seal } from './platform/region/sealed.ts';
import { signRequest, verifyRequest } from './platform/region/signed-request.ts';

const SCRIPT = pathToFileURL(join(import.meta.dirname, '../../scripts/lib/regions.mjs')).href;
const dataDir = await mkdtemp(join(tmpdir(), 'cusp-regions-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Settings that `npm run regions` gives to its two servers, in an environment that already names another database. */
async function settings() {
  const { regionSettings } = await import(/* @vite-ignore */ SCRIPT);
  process.env.DATA_DIR = dataDir;
  process.env.DATABASE_URL = 'postgres://somebody@elsewhere/own';
  try {
    const made: { label: string; env: Record<string, string> }[] = regionSettings();
    const [us, eu] = made.map(({ env }) => readConfig({ ...process.env, ...env }));
    if (!us?.peer || !eu?.peer) throw new Error('a region does not know the other one');
    return { us: { ...us, peer: us.peer }, eu: { ...eu, peer: eu.peer } };
  } finally {
    delete process.env.DATA_DIR;
    delete process.env.DATABASE_URL;
  }
}

test('npm run regions makes two deployments that know each other, each with data of its own', async () => {
  const { us, eu } = await settings();
  expect([us.region, eu.region]).toEqual(['us', 'eu']);
  expect([us.databaseUrl, eu.databaseUrl]).toEqual([null, null]);
  expect(us.dataDir).not.toBe(eu.dataDir);
  expect([us.otherRegionUrl, eu.otherRegionUrl]).toEqual([eu.publicUrl, us.publicUrl]);
  expect(us.peer.url).toBe(`http://127.0.0.1:${eu.port}`);

  const request = { method: 'POST', path: '/region/x/', body: Buffer.from('{}') };
  for (const [own, other] of [
    [us, eu],
    [eu, us],
  ] as const) {
    const token = await signRequest(own.peer, own.region, request);
    expect(await verifyRequest(other.peer, other.region, token, request)).toHaveProperty('id');
    const carrier = { id: 'a', path: request.path };
    const sealed = await seal(own.peer, own.region, carrier, 'secret');
    expect(await openSealed(other.peer, other.region, carrier, sealed)).toBe('secret');
    // Cookies ignore ports, so the hosts differ; each brand has one in both.
    expect(own.otherRegionBrandUrls).toEqual(other.sites.slice(1));
    const brands = own.sites.map((site) => skinOfHost(new URL(site).hostname).key);
    expect(new Set(brands).size).toBe(own.sites.length);
    for (const site of own.sites) expect(siteOf(own, new URL(site).host)?.origin).toBe(site);
  }
  // The keys are kept for the next start.
  expect((await settings()).us.peer.lookUpKey).toEqual(us.peer.lookUpKey);
});

test('when one of the two cannot start, the other is stopped and the script fails', async () => {
  const run = `
    import { runRegions } from ${JSON.stringify(SCRIPT)};
    const env = (name, more) => ({ label: name, env: { DATA_DIR: ${JSON.stringify(dataDir)} + '/' + name, DEMO: '0', ...more } });
    process.exitCode = await runRegions(process.execPath, [
      env('broken', { REGION: 'mars' }),
      env('other', { REGION: 'eu', PORT: '${await freePort()}' }),
    ]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', run], {
    env: { ...process.env, NODE_ENV: 'test' },
  });
  onTestFinished(() => void child.kill());
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (shown += text));
  const [code] = await once(child, 'close');
  expect(code, shown).not.toBe(0);
  expect(shown).toContain('The broken region has ended');
  expect(shown).toContain('so the other one is stopped too');
});
