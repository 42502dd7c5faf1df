/**
 * Time to the first screen: the largest paint of the pages of visitors, the dashboard's first number after signing in,
 * and the first row of /cases.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../e2e/support/browser.ts';
import { hashPassword } from '../server/src/modules/identity/hashing/password-hash.ts';
import { connect } from '../server/src/platform/db/database.ts';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { servePlainPage } from './support/plain-page.ts';
import { openWindow, sessionCookie } from './support/record.ts';
import { median, round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
/** How many times slower the processor is. */
const SLOWER = Number(process.env.SLOWER ?? 4);
/** Speeds of connections in Mbit/s, and the milliseconds of a round trip. `LINE` names one. */
const LINES = { cable: { mbit: 50, latency: 40 }, phone: { mbit: 1.6, latency: 150 } };
const { LINE = 'cable' } = process.env;
if (!Object.hasOwn(LINES, LINE)) throw new Error(`LINE is one of ${Object.keys(LINES).join(', ')}`);
const { mbit, latency } = LINES[LINE as keyof typeof LINES];
const bytes = (mbit * 1e6) / 8;
const CONDITIONS = { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes };
/** Long enough for started requests to complete. */
const SETTLED_MS = 2000;
const LAB = 'p2@cusp.example';
const PASSWORD = 'three brown molars';

const ground = await prepareGround();
const { labId } = await fill(ground, 2000, 500);
const { db } = connect(ground.urls.owner, 1);
await db
  .updateTable('app_user')
  .set({ password_hash: await hashPassword(PASSWORD) })
  .execute();
await db.destroy();
const { refresh } = await openWindow(ground, labId);
const cusp = await serveCusp(ground);
const plain = await servePlainPage(cusp.url);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });

/** A page in a new browser with a slow connection and processor. */
async function slowPage(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await context.addInitScript(() => {
    const number = () =>
      [...document.querySelectorAll('main nav a')].some(({ textContent }) => /\d/.test(textContent ?? ''));
    const look = () => {
      const isThere = number() || document.querySelector('a[data-case]') !== null;
      if (!isThere) return void requestAnimationFrame(look);
      Object.assign(window, { seenAt: performance.now() });
      console.info('seen');
    };
    requestAnimationFrame(look);
    const lookForCode = () => {
      const isThere = document.querySelector('a[data-case]:not(.paint *)') !== null;
      if (!isThere) return void requestAnimationFrame(lookForCode);
      Object.assign(window, { ranAt: performance.now() });
      console.info('ran');
    };
    requestAnimationFrame(lookForCode);
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { clickedAt: timeStamp }), true);
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', CONDITIONS);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { context, page };
}

/**
 * Milliseconds from the click, or else from the start of the page load, until the text appears after the action. The
 * page says so in its console, because asking it needs scripts in it, which a slow processor compiles for 0.1 s.
 */
async function seen(page: Page, act: () => Promise<unknown>): Promise<number> {
  const appears = page.waitForEvent('console', { predicate: (message) => message.text() === 'seen' });
  await act();
  await appears;
  return page.evaluate(() => Reflect.get(window, 'seenAt') - (Reflect.get(window, 'clickedAt') ?? 0));
}

async function signIn(address: string): Promise<number> {
  const { context, page } = await slowPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(LAB);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.waitForTimeout(SETTLED_MS);
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  const time = await seen(page, () => button.click());
  await context.close();
  return time;
}

interface Opened {
  /** The first row is there. */
  row: number;
  /** Its code has run, which replaces a painted row. */
  code: number;
}

/** The first visit of this browser, and the second with cached files. */
async function openCases(origin: string, path: string): Promise<[Opened, Opened]> {
  const { context, page } = await slowPage();
  await context.addCookies([sessionCookie(refresh, origin)]);
  await context.addInitScript(
    // Without a stored user the browser does not check the session.
    (user) => localStorage.setItem('cusp.my.user', JSON.stringify(user)),
    { id: labId, name: 'Lab' },
  );
  const open = async (): Promise<Opened> => {
    const runs = page.waitForEvent('console', { predicate: (message) => message.text() === 'ran' });
    await page.goto(origin + path, { waitUntil: 'commit' });
    await runs;
    return page.evaluate(() => ({ row: Reflect.get(window, 'seenAt'), code: Reflect.get(window, 'ranAt') }));
  };
  const first = await open();
  await page.waitForTimeout(SETTLED_MS);
  await page.goto('about:blank');
  const again = await open();
  await context.close();
  return [first, again];
}

interface Visit {
  first: number;
  largest: number;
  /** The form can be used. */
  form: number;
  moved: number;
}

/** Times of a visitor's page in an empty browser in milliseconds, and how far its layout shifts. */
async function visit(path: string): Promise<Visit> {
  const { context, page } = await slowPage();
  await page.addInitScript(() => {
    const seen = { first: 0, largest: 0, form: 0, moved: 0 };
    Object.assign(window, { seen });
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') seen.first = startTime;
    });
    observe('largest-contentful-paint', ({ startTime }) => {
      seen.largest = startTime;
    });
    observe('layout-shift', (entry) => {
      seen.moved += Reflect.get(entry, 'value');
    });
    new MutationObserver(() => {
      if (document.querySelector('input[type=password]')) seen.form ||= performance.now();
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(cusp.url + path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as Visit);
  await context.close();
  return seen;
}

const visits: Record<string, Visit[]> = {};
for (const path of ['/login', '/signup'])
  for (let time = 0; time < ROUNDS; time += 1) visits[path] = [...(visits[path] ?? []), await visit(path)];

/** Milliseconds of Cusp and of the plain page. */
const inTurn = (): Record<'cusp' | 'plain', number[]> => ({ cusp: [], plain: [] });
const times = {
  'sign-in to the first number': inTurn(),
  '/cases to the first row': inTurn(),
  'the same again': inTurn(),
  '/cases until the code of the list has run': inTurn(),
  'that again': inTurn(),
};
for (let time = 0; time < ROUNDS; time += 1) {
  times['sign-in to the first number'].cusp.push(await signIn(`${cusp.url}/login`));
  times['sign-in to the first number'].plain.push(await signIn(`${plain.url}/plain`));
  for (const [who, origin, path] of [
    ['cusp', cusp.url, '/cases'],
    ['plain', plain.url, '/plain#cases'],
  ] as const) {
    const [first, again] = await openCases(origin, path);
    times['/cases to the first row'][who].push(first.row);
    times['the same again'][who].push(again.row);
    times['/cases until the code of the list has run'][who].push(first.code);
    times['that again'][who].push(again.code);
  }
}
console.info(
  `${mbit} Mbit/s, ${latency} ms, processor ${SLOWER} times slower: milliseconds, medians of ${ROUNDS}, in turn\n`,
);
table(
  ['visitor, nothing kept', 'first paint', 'largest paint', 'form', 'layout shift'],
  Object.entries(visits).map(([path, all]) => [
    path,
    ...(['first', 'largest', 'form'] as const).map((name) => round(median(all.map((each) => each[name])), 0)),
    round(median(all.map(({ moved }) => moved)), 3),
  ]),
);
console.info('');
table(
  ['', 'Cusp', 'plain page', 'more'],
  Object.entries(times).map(([name, { cusp: ours, plain: least }]) => [
    name,
    round(median(ours), 0),
    round(median(least), 0),
    round(median(ours) - median(least), 0),
  ]),
);

await browser.close();
plain.stop();
await cusp.stop();
await ground.end();
