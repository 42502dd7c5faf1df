/** Memory that is still in use after opening and closing the viewer many times; the goal is zero. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writePly } from '@cusp/fixtures/write-mesh';
import { type CDPSession, chromium } from 'playwright-core';
import { BROWSER_ARGS, findBrowser } from '../e2e/support/browser.ts';
import { copyInThread } from '../server/src/modules/light-copies/run-in-thread.ts';
import { round, table } from './support/table.ts';
import { buildViewers, serveViewers } from './support/viewer-server.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 300);
/** Memory samples, spread over the rounds; the first after everything was loaded once. */
const LOOKS = 6;
const JAWS = ['case-upper.ply', 'case-lower.ply'];
const TRIANGLES = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'cusp-memory-'));
for (const [at, name] of JAWS.entries()) {
  const jaw = at === 0 ? 'upper' : 'lower';
  const bytes = writePly(generateJaw({ jaw, seed: 4, triangles: TRIANGLES, prepared: [] }).mesh);
  await writeFile(join(folder, name), bytes);
  const reply = await copyInThread({ bytes: Uint8Array.from(bytes).buffer, extension: 'ply' }, 120_000);
  if ('failure' in reply) throw new Error(reply.failure);
  await writeFile(join(folder, `${name}.light`), reply.bytes);
}
const served = await serveViewers(await buildViewers(folder), folder);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });
const page = await browser.newPage({ viewport: { width: 1024, height: 700 } });
const devtools = await page.context().newCDPSession(page);
const system = await browser.newBrowserCDPSession();
await devtools.send('HeapProfiler.enable');
await devtools.send('Performance.enable');

/** Resident memory of the page and GPU processes, on Linux. */
async function processes(session: CDPSession): Promise<{ page: number; card: number }> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const largest = (type: string) =>
    Math.max(0, ...processInfo.filter((each) => each.type === type).map(({ id }) => resident(id)));
  return { page: largest('renderer'), card: largest('GPU') };
}

function resident(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

async function look(
  after: number,
  left: { geometries: number; textures: number },
): Promise<(string | number)[]> {
  for (let go = 0; go < 3; go += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const { page: own, card } = await processes(system);
  const mb = (bytes: number) => round(bytes / 1e6, 1);
  return [
    `${after} openings`,
    mb(metric('JSHeapUsedSize')),
    metric('Nodes'),
    metric('JSEventListeners'),
    left.geometries,
    left.textures,
    page.workers().length,
    mb(own),
    mb(card),
  ];
}

await page.goto(`${served.url}/?viewer=session`);
await page.evaluate(`session.then(({ keepScans }) => keepScans(${JSON.stringify(JAWS)}))`);
const rows: (string | number)[][] = [];
for (const from of ['light', 'original']) {
  rows.length = 0;
  for (let go = 1; go <= ROUNDS; go += 1) {
    await page.evaluate(`session.then(({ openScans }) => openScans(${JSON.stringify(JAWS)}, '${from}'))`);
    const left = (await page.evaluate('session.then(({ closeScans }) => closeScans())')) as {
      geometries: number;
      textures: number;
    };
    const isDue = go === Math.min(10, ROUNDS) || go % Math.ceil(ROUNDS / (LOOKS - 1)) === 0 || go === ROUNDS;
    if (isDue) rows.push(await look(go, left));
  }
  console.info(
    `\nTwo coloured jaws of ${TRIANGLES} triangles opened and closed, by ${from === 'light' ? 'light copies' : 'originals'}\n`,
  );
  table(
    [
      '',
      'JS heap MB',
      'nodes',
      'listeners',
      'geometries',
      'textures',
      'workers',
      'page process MB',
      'card process MB',
    ],
    rows,
  );
}
await browser.close();
served.stop();
await rm(folder, { recursive: true, force: true });
