/** Time to the first recognisable and the first full frame, of Cusp and other viewers, and the cost of light copies. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, findBrowser } from '../e2e/support/browser.ts';
import { copyInThread } from '../server/src/modules/light-copies/run-in-thread.ts';
import { benchScans } from './support/scans.ts';
import { median, round, table } from './support/table.ts';
import { buildViewers, serveViewers } from './support/viewer-server.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** The large scan takes other viewers twenty seconds each time. */
const LARGE_ROUNDS = Math.min(ROUNDS, 2);
const VIEWERS = { cusp: 'Cusp', three: 'three.js STLLoader', vtk: 'vtk.js', online: 'Online3DViewer' };
type Viewer = keyof typeof VIEWERS;
const LINES = {
  '50 Mbit/s, 40 ms': {
    offline: false,
    latency: 40,
    downloadThroughput: 50e6 / 8,
    uploadThroughput: 50e6 / 8,
  },
  loopback: null,
};
interface Seen {
  first: number;
  full: number;
  longest: number;
}

const folder = await mkdtemp(join(tmpdir(), 'cusp-viewer-'));
const scans = await benchScans(folder);
console.info('Light copies\n');
const copies: (string | number)[][] = [];
for (const { name, path } of scans) {
  const times: number[] = [];
  let made = 0;
  const original = readFileSync(path);
  for (let go = 0; go < 3; go += 1) {
    const start = performance.now();
    const bytes = Uint8Array.from(original).buffer;
    const reply = await copyInThread({ bytes, extension: 'stl' }, 120_000);
    if ('failure' in reply) throw new Error(reply.failure);
    times.push(performance.now() - start);
    made = reply.bytes.length;
    await writeFile(`${path}.light`, reply.bytes);
  }
  copies.push([
    name,
    round(original.length / 1e6, 1),
    round(made / 1e6),
    round(original.length / made, 1),
    round(median(times) / 1000),
  ]);
}
table(['', 'MB', 'light copy MB', 'times smaller', 'made in s'], copies);

const served = await serveViewers(await buildViewers(folder), folder);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });

async function look(viewer: Viewer, file: string, line: keyof typeof LINES): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${served.url}/?viewer=${viewer}`);
  await page.evaluate('ready');
  const conditions = LINES[line];
  if (conditions) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', conditions);
  }
  const seen = (await page.evaluate(`open3d(${JSON.stringify(`/scans/${file}`)})`)) as Seen;
  await context.close();
  return seen;
}

for (const { name, file, isLarge } of scans) {
  for (const line of Object.keys(LINES) as (keyof typeof LINES)[]) {
    const rounds = isLarge ? LARGE_ROUNDS : ROUNDS;
    const seen = new Map<Viewer, Seen[]>((Object.keys(VIEWERS) as Viewer[]).map((viewer) => [viewer, []]));
    for (let go = 0; go < rounds; go += 1) {
      for (const [viewer, list] of seen) list.push(await look(viewer, file, line));
    }
    const middle = (viewer: Viewer, of: keyof Seen) =>
      median((seen.get(viewer) ?? []).map((each) => each[of]));
    console.info(`\n${name}, ${line}: seconds, medians of ${rounds}, in turn\n`);
    table(
      ['', 'recognisable', 'full', 'Cusp is ahead', 'longest task ms'],
      (Object.entries(VIEWERS) as [Viewer, string][]).map(([viewer, label]) => [
        label,
        round(middle(viewer, 'first') / 1000),
        round(middle(viewer, 'full') / 1000),
        viewer === 'cusp' ? '' : round(middle(viewer, 'full') / middle('cusp', 'full'), 1),
        round(middle(viewer, 'longest'), 0),
      ]),
    );
  }
}
await browser.close();
served.stop();
await rm(folder, { recursive: true, force: true });
