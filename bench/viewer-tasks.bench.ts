/** The longest main-thread tasks while two jaws are loaded, and their contents. */

import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, findBrowser } from '../e2e/support/browser.ts';
import { copyInThread } from '../server/src/modules/light-copies/run-in-thread.ts';
import { type MainTask, mainTasks } from './support/main-thread.ts';
import { benchScans } from './support/scans.ts';
import { median, round, table } from './support/table.ts';
import { buildViewers, serveViewers } from './support/viewer-server.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const JAWS = ['case-upper.stl', 'case-lower.stl'];

const folder = await mkdtemp(join(tmpdir(), 'cusp-tasks-'));
const [scan] = await benchScans(folder);
if (!scan) throw new Error('no scan');
const reply = await copyInThread(
  { bytes: Uint8Array.from(readFileSync(scan.path)).buffer, extension: 'stl' },
  120_000,
);
if ('failure' in reply) throw new Error(reply.failure);
for (const jaw of JAWS) {
  await copyFile(scan.path, join(folder, jaw));
  await writeFile(join(folder, `${jaw}.light`), reply.bytes);
}
const served = await serveViewers(await buildViewers(folder), folder);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });

async function tasksOf(from: 'light' | 'original'): Promise<MainTask[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${served.url}/?viewer=session`);
  await page.evaluate('session.then(() => watchCard())');
  const tasks = await mainTasks(browser, page, async () => {
    await page.evaluate(`session.then(({ openScans }) => openScans(${JSON.stringify(JAWS)}, '${from}'))`);
  });
  await context.close();
  return tasks;
}

for (const from of ['light', 'original'] as const) {
  const rounds: MainTask[][] = [];
  for (let go = 0; go < ROUNDS; go += 1) rounds.push(await tasksOf(from));
  const longest = rounds.map((tasks) => tasks[0]?.processor ?? 0);
  const held = rounds.map((tasks) => Math.max(...tasks.map(({ duration }) => duration)));
  const spread = (values: number[]) =>
    `${round(median(values), 1)} ms (at most ${round(Math.max(...values), 1)})`;
  console.info(
    `\nTwo jaws of 447,456 triangles by ${from === 'light' ? 'their light copies' : 'the originals'}, ${ROUNDS} rounds. ` +
      `Longest task in CPU time: ${spread(longest)}; in wall-clock time, including waits for the GPU ` +
      `and for other processes: ${spread(held)}\n`,
  );
  const worst = (by: 'processor' | 'duration') =>
    rounds
      .flat()
      .toSorted((a, b) => b[by] - a[by])
      .slice(0, 5)
      .map(({ parts, duration, processor, inCard, inHandover, own }) => [
        parts,
        ...[processor, duration, own, inCard, inHandover].map((ms) => round(ms, 1)),
      ]);
  const heads = ['processor ms', 'clock ms', 'of it: page', 'card', 'handing over'];
  table(['longest for the processor', ...heads], worst('processor'));
  console.info('');
  table(['longest on the clock', ...heads], worst('duration'));
}
await browser.close();
served.stop();
await rm(folder, { recursive: true, force: true });
