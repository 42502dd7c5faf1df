/**
 * Processor time of the page's thread on the board: for a step of scrolling, with many cases in a column as a multiple
 * of that with few, and of the longest task while a column is scrolled as its pages arrive.
 */
import { type CDPSession, chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../e2e/support/browser.ts';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { mainTasks } from './support/main-thread.ts';
import { openWindow, sessionCookie } from './support/record.ts';
import { median, round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const FEW = 10;
const MANY = 400;
const STEPS = 40;
const LOADED = 200;
const SLOWER = 4;

const ground = await prepareGround();
const { labId } = await fill(ground, 4000, 3000);
const { refresh } = await openWindow(ground, labId);
const cusp = await serveCusp(ground);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
await context.addCookies([sessionCookie(refresh, cusp.url)]);
await context.addInitScript(
  // Without a stored user the browser does not check the session.
  (user) => localStorage.setItem('cusp.my.user', JSON.stringify(user)),
  { id: labId, name: 'Lab' },
);
// The board does not use the GPU.
await context.addInitScript('globalThis.takeCalls = () => []');
const page = await context.newPage();
const cdp = await context.newCDPSession(page);
await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
await page.goto(`${cusp.url}/cases`);
await page.getByText('Board', { exact: true }).first().click({ force: true });
const column = page.locator('[data-column] [class*="_cards_"]').first();
const cards = column.locator('[data-card]');
await cards.nth(FEW).waitFor();

/** Processor time that the page's main thread has used so far, in milliseconds. */
async function spent(of: CDPSession): Promise<number> {
  const { metrics } = await of.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Scrolls down and up step by step, within the first cards, so that no page is loaded. */
async function perStep(): Promise<number> {
  const before = await spent(cdp);
  await column.evaluate(async (box, steps) => {
    for (let step = 0; step < steps; step += 1) {
      box.scrollTop += step < steps / 2 ? 60 : -60;
      await new Promise(requestAnimationFrame);
    }
  }, STEPS);
  return ((await spent(cdp)) - before) / STEPS;
}

async function measure(): Promise<number> {
  await page.waitForTimeout(1500);
  await perStep();
  const times: number[] = [];
  for (let time = 0; time < ROUNDS; time += 1) times.push(await perStep());
  return median(times);
}

const few = await measure();
const atFirst = await cards.count();
for (let shown = atFirst; shown < MANY; shown = await cards.count()) {
  await column.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await cards.nth(shown).waitFor({ state: 'attached' });
}
await column.evaluate((box) => box.scrollTo(0, 0));
const many = await measure();

console.info(`processor time of the page's thread for a step of scrolling, medians of ${ROUNDS} rounds\n`);
table(
  ['cards in the column', 'ms a step', 'times the few'],
  [
    [atFirst, round(few, 2), 1],
    [await cards.count(), round(many, 2), round(many / few, 2)],
  ],
);

const longest: (string | number)[][] = [];
for (let time = 0; time < ROUNDS; time += 1) longest.push(await longestWhileLoading());
console.info(
  `\nthe longest tasks while a column is scrolled until it has ${LOADED} cases, processor ${SLOWER} times slower; ms of the processor\n`,
);
table(['longest', 'next', 'parts of the longest'], longest);

/** The two longest tasks, in milliseconds, and what the first one was. */
async function longestWhileLoading(): Promise<(string | number)[]> {
  await page.reload();
  await cards.nth(FEW).waitFor();
  await cards.nth(2).hover();
  await page.waitForTimeout(3000);
  // Garbage of the previous page must not be collected while this one scrolls.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const [first, next] = await mainTasks(browser, page, async () => {
    while ((await cards.count()) < LOADED) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(30);
    }
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return [round(first?.processor ?? 0, 0), round(next?.processor ?? 0, 0), first?.parts ?? ''];
}

await browser.close();
await cusp.stop();
await ground.end();
