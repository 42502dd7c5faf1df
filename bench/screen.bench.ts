/**
 * Longest main-thread tasks in a slow browser while a user types, scrolls, opens cases and uses the palette on a page
 * of 100.
 */
import { chromium, type Locator } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../e2e/support/browser.ts';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { mainTasks } from './support/main-thread.ts';
import { openWindow, sessionCookie } from './support/record.ts';
import { median, round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SLOWER = 4;
const ROWS = 100;
/** Long enough for the effects of an action. */
const SETTLED_MS = 1500;

const ground = await prepareGround();
const { labId } = await fill(ground, 2000, 500, { talk: true });
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
// These pages do not use the GPU.
await context.addInitScript('globalThis.takeCalls = () => []');
const page = await context.newPage();
await page.goto(`${cusp.url}/cases`);
await page.getByLabel('Cases per page').selectOption(String(ROWS));
await page
  .locator('a[data-case]')
  .nth(ROWS - 1)
  .waitFor({ state: 'attached' });
await page.waitForTimeout(3000);
const cdp = await context.newCDPSession(page);

const links = page.locator('a[data-case]');
const palette = page.getByRole('combobox', { name: 'Find anything' });
const searchBox = page.getByRole('searchbox', { name: 'Search cases' });

/** Locating elements costs main-thread time, so it is done before the processor is slowed down. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
async function clickOn(target: Locator): Promise<Act> {
  const { x, y } = await middleOf(target);
  return () => page.mouse.click(x, y);
}

type Act = () => Promise<void>;
/** Actions of a person, prepared while the browser is fast. */
const ACTIONS: Record<string, (round: number) => Promise<Act>> = {
  'searching by typing': async () => {
    await searchBox.click();
    return () => page.keyboard.type('Last104 margin', { delay: 60 });
  },
  'clearing it': async () => () => page.keyboard.press('Escape'),
  'searching for it': async (time) => {
    await searchBox.fill(`Last1${time}`);
    return () => page.keyboard.press('Enter');
  },
  'back to all': () => clickOn(page.getByRole('button', { name: 'Clear search' })),
  scrolling: async () => {
    const { x, y } = await middleOf(links.nth(2));
    return async () => {
      await page.mouse.move(x, y);
      for (let step = 0; step < 30; step += 1) {
        await page.mouse.wheel(0, step < 15 ? 500 : -500);
        await page.waitForTimeout(30);
      }
    };
  },
  'opening the palette': async () => {
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    return () => page.keyboard.press('Control+k');
  },
  'typing in the palette': async () => {
    await palette.waitFor();
    return () => page.keyboard.type('Lsat104', { delay: 60 });
  },
  'opening a case': (time) => clickOn(links.nth(1 + time)),
  'opening one with 40 comments': (time) => clickOn(links.nth(20 + time)),
};
/** Actions that are measured together in every round, because one makes the other possible. */
const TURNS = [
  ['searching by typing', 'clearing it'],
  ['searching for it', 'back to all'],
  ['scrolling'],
  ['opening a case'],
  ['opening one with 40 comments'],
  ['opening the palette', 'typing in the palette'],
];

const longest: Record<string, number[]> = {};
for (const turn of TURNS)
  for (let time = 0; time < ROUNDS; time += 1)
    for (const name of turn) {
      const act = await ACTIONS[name]?.(time);
      if (!act) continue;
      longest[name] ??= [];
      longest[name].push(await longestTask(act));
    }
const rows = Object.entries(longest).map(([name, each]) => [
  name,
  round(median(each), 0),
  round(Math.max(...each), 0),
]);
console.info(
  `${ROWS} rows, processor ${SLOWER} times slower, ${ROUNDS} rounds; longest task in ms of the processor\n`,
);
table(['', 'median', 'worst'], rows);

await browser.close();
await cusp.stop();
await ground.end();

/** The longest task during an action and until it has settled, in milliseconds of the processor. */
async function longestTask(act: Act): Promise<number> {
  // Garbage of the action before must not be collected during this one.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const [first] = await mainTasks(browser, page, async () => {
    await act();
    await page.waitForTimeout(SETTLED_MS);
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return first?.processor ?? 0;
}
