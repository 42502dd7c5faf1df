import { expect, test, vi } from 'vitest';
import { EARLY_DATA } from './early-data.ts';

const SESSION = '/check/';
const LIST = '/cases/?page=1&num_per_page=25';
const KNOWN = {
  access: 'token',
  user: { id: 7, settings: { data_moving: false } },
  session: { unsecured: false },
};

interface Page {
  takeEarlyReply?: (url: string) => Promise<Response | undefined> | undefined;
  takeEarlyStart?: () => number | undefined;
  earlyList?: { reply: Promise<unknown>; isForReader(): boolean };
}

/** Runs the script in a browser that has stored these values, with a server that knows this session. */
function openPage(stored: Record<string, unknown>, { known = KNOWN as object, list = LIST, tab = {} } = {}) {
  const page: Page = {};
  let now = 12;
  const asked = vi.fn(async (url: string, _init?: RequestInit) => {
    if (known instanceof Error) throw known;
    return Response.json(url === SESSION ? known : { posts: [] });
  });
  const storage = (values: Record<string, unknown>) => ({
    getItem: (name: string) => (name in values ? JSON.stringify(values[name]) : null),
  });
  const script = new Function(
    ...['globalThis', 'document', 'localStorage', 'sessionStorage', 'fetch', 'performance'],
    EARLY_DATA,
  );
  const document = { currentScript: { dataset: list ? { session: SESSION, list } : { session: SESSION } } };
  script(page, document, storage(stored), storage(tab), asked, { now: () => now });
  return {
    page,
    urls: () => asked.mock.calls.map(([url]) => url),
    asked,
    passTime: (ms: number) => {
      now += ms;
    },
  };
}
const ANNA = { 'cusp.my.user': { id: 7, name: 'Anna' } };

test('the session and then the list are requested once, and the code takes them over', async () => {
  const { page, urls, asked } = openPage(ANNA);
  expect(urls()).toEqual([SESSION]);
  expect(await (await page.takeEarlyReply?.(SESSION))?.json()).toEqual(KNOWN);
  expect(await (await page.takeEarlyReply?.(LIST))?.json()).toEqual({ posts: [] });
  expect(urls()).toEqual([SESSION, LIST]);
  expect(asked.mock.calls[1]?.[1]).toEqual({ headers: { authorization: 'Bearer token' } });
  expect(page.takeEarlyReply?.(LIST)).toBeUndefined();
  expect([page.takeEarlyStart?.(), page.takeEarlyStart?.()]).toEqual([12, undefined]);
});

test('the list has as many cases per page as this browser has stored', async () => {
  const { page } = openPage({ ...ANNA, 'cusp.my.cases-per-page': 100 });
  expect(await page.takeEarlyReply?.('/cases/?page=1&num_per_page=100')).toBeDefined();
});

test.each([
  ['nobody is remembered', {}, {}],
  ['a sign-out has not reached the server', { ...ANNA, 'cusp.left.my': 1 }, {}],
  ['staff act for somebody in this tab', ANNA, { 'cusp.support': '' }],
])('nothing is requested if %s', (_, stored, tab) => {
  const { page, urls } = openPage(stored, { tab });
  expect(urls()).toEqual([]);
  expect(page.takeEarlyReply?.(SESSION)).toBeUndefined();
  expect(page.takeEarlyStart?.()).toBeUndefined();
});

test.each([
  ['signs out', (values: Record<string, unknown>) => delete values['cusp.my.user']],
  ['has left without the server', (values: Record<string, unknown>) => (values['cusp.left.my'] = 1)],
  ['is another one', (values: Record<string, unknown>) => (values['cusp.my.user'] = { id: 8, name: 'Ben' })],
])('no reply is handed over if the person in this browser %s before the code runs', (_, change) => {
  const values: Record<string, unknown> = { ...ANNA };
  const { page } = openPage(values);
  change(values);
  expect([page.takeEarlyReply?.(SESSION), page.takeEarlyReply?.(LIST)]).toEqual([undefined, undefined]);
});

test('the page gets no reply of a failed early request, so that its code sends it again', async () => {
  const { page } = openPage(ANNA, { known: new Error('no network') });
  await expect(page.takeEarlyReply?.(SESSION)).resolves.toBeUndefined();
  await expect(page.takeEarlyReply?.(LIST)).resolves.toBeUndefined();
});

test('no reply is handed over after a minute', () => {
  const { page, passTime } = openPage(ANNA);
  passTime(60_000);
  expect(page.takeEarlyReply?.(SESSION)).toBeUndefined();
});

test.each([
  ['another person', { ...KNOWN, user: { id: 8 } }, ANNA],
  ['a guest of the other region', { ...KNOWN, guest: true }, ANNA],
])('no list is requested for the session of %s', async (_, known, stored) => {
  const { page, urls } = openPage(stored, { known });
  expect(await page.takeEarlyReply?.(LIST)).toBeUndefined();
  expect(urls()).toEqual([SESSION]);
});

test('only the session is requested where cases are shown as a board, and on pages without a list', () => {
  const board = openPage({ ...ANNA, 'cusp.my.cases-layout': 'board' });
  expect(board.page.takeEarlyReply?.(LIST)).toBeUndefined();
  const dashboard = openPage(ANNA, { list: '' });
  expect(dashboard.page.takeEarlyReply?.(SESSION)).toBeDefined();
  expect(dashboard.urls()).toEqual([SESSION]);
});

test('the first paint gets a copy of the list, which the code can still take over', async () => {
  const { page, urls } = openPage(ANNA);
  expect(await page.earlyList?.reply).toEqual({ posts: [] });
  expect(await (await page.takeEarlyReply?.(LIST))?.json()).toEqual({ posts: [] });
  expect(urls()).toEqual([SESSION, LIST]);
});

test.each([
  ['has to set up a second step first', { ...KNOWN, session: { unsecured: true } }],
  ['has to set up a second step soon', { ...KNOWN, session: { second_step_due: '2026-12-01T00:00:00Z' } }],
  ['has to accept agreements', { ...KNOWN, session: { agreements: {} } }],
  ['belongs to a group that moves', { ...KNOWN, user: { id: 7, settings: { data_moving: true } } }],
  ['belongs to staff', { ...KNOWN, support: { id: 1 } }],
  ['belongs to a guest', { ...KNOWN, guest: true }],
])('the first paint gets no list if the session %s', async (_, known) => {
  const { page } = openPage(ANNA, { known });
  expect(await page.earlyList?.reply).toBeUndefined();
});

test('the first paint is for the person who is signed in in this browser at that moment, however late', () => {
  const values: Record<string, unknown> = { ...ANNA };
  const { page, passTime } = openPage(values);
  passTime(60_000);
  expect(page.earlyList?.isForReader()).toBe(true);
  values['cusp.my.user'] = { id: 8, name: 'Ben' };
  expect(page.earlyList?.isForReader()).toBe(false);
});

test('the first paint gets no list on pages without one', () =>
  expect(openPage(ANNA, { list: '' }).page.earlyList).toBeUndefined());
