import { expect, test } from 'vitest';
import { pdfText } from '../../../testing/pdf-text.ts';
import type { OrderFormContent } from '../order-form-content.ts';
import { DrawingPool, drawInWorker, type Requester } from './drawing-pool.ts';

/** A client that waits without a limit. */
const requester = (userId: number): Requester => ({ userId, signal: new AbortController().signal });
const me = requester(7);

const content: OrderFormContent = {
  language: 'en',
  brand: { name: 'Cusp', company: 'Cusp Dental Cloud', color: '#b84a00' },
  title: 'Order 1-A',
  url: 'https://cusp.example/case/1',
  openHint: 'Open in Cusp',
  facts: [],
  system: 'FDI',
  restorations: [],
  connectors: [],
  chart: { upper: 'Upper', lower: 'Lower', right: 'Right', left: 'Left' },
  table: { heading: 'Restorations', columns: ['Teeth', 'Restoration', 'Material', 'Shade'] },
  remarks: [],
  note: { heading: 'Note', text: '' },
  files: { heading: 'Files', rows: [] },
  page: '{page}/{count}',
  unprintable: '',
};

test('a form that cannot be drawn fails alone; others are drawn', async () => {
  const broken = { ...content, facts: null as unknown as OrderFormContent['facts'] };
  const [first, wrong, last] = await Promise.allSettled([
    drawInWorker([content], 'A4', me),
    drawInWorker([broken], 'A4', me),
    drawInWorker([{ ...content, title: 'Order 2-B' }], 'LETTER', me),
  ]);
  expect([first.status, wrong.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const [page = ''] = await pdfText(last.status === 'fulfilled' ? last.value : Buffer.alloc(0));
  expect(page).toContain('Order 2-B');
});

/** A worker that draws the title, hangs on one form and crashes on another. */
const THREAD = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, contents: [{ title }] }) => {
  if (title === 'hangs') for (;;);
  if (title === 'kills') process.exit(1);
  parentPort.postMessage({ id, bytes: Buffer.from(title) });
});`;
const played = (mostWaiting: number, more: { mostOfOne?: number; threads?: number } = {}) =>
  new DrawingPool(
    { longestMs: 4000, mostWaiting, ...more },
    new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`),
  );

test.each(['hangs', 'kills'])(
  'a form that %s fails alone; those waiting behind it are drawn',
  async (what) => {
    const drawer = played(10);
    const titles = ['first', what, 'second', 'third'];
    const drawn = await Promise.allSettled(
      titles.map((title) => drawer.draw([{ ...content, title }], 'A4', me)),
    );
    expect(drawn.map((each) => (each.status === 'fulfilled' ? String(each.value) : 'lost'))).toEqual([
      'first',
      'lost',
      'second',
      'third',
    ]);
  },
);

test('a full queue asks new requests to retry, and every queued form is drawn', async () => {
  const drawer = played(2);
  const kept = ['1', '2', '3'].map((title) => drawer.draw([{ ...content, title }], 'A4', me));
  expect(() => drawer.draw([content], 'A4', me)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  expect((await Promise.all(kept)).map(String)).toEqual(['1', '2', '3']);
});

test('people take turns: one form does not wait behind fifty of somebody else', async () => {
  const drawer = played(100, { mostOfOne: 60, threads: 1 });
  const order: string[] = [];
  const ask = (title: string, who: Requester) =>
    drawer.draw([{ ...content, title }], 'A4', who).then((bytes) => order.push(String(bytes)));
  const many = Array.from({ length: 50 }, (_, at) => ask(`mine ${at}`, me));
  await Promise.all([...many, ask('hers', requester(8)), ask('his', requester(9))]);
  // Before it only finished forms and one turn.
  expect(order.indexOf('hers')).toBe(2);
  expect(order.indexOf('his')).toBe(3);
  expect(order.filter((title) => title.startsWith('mine'))).toEqual(many.map((_, at) => `mine ${at}`));
});

test('a hanging form delays only its own person', async () => {
  const drawer = played(10);
  const ended: string[] = [];
  const ask = (title: string, who: Requester) =>
    drawer.draw([{ ...content, title }], 'A4', who).then(
      () => ended.push(title),
      () => ended.push(`${title}, lost`),
    );
  await Promise.all([ask('hangs', me), ask('mine', me), ask('hers', requester(8)), ask('his', requester(9))]);
  expect(ended).toEqual(['hers', 'his', 'hangs, lost', 'mine']);
});

test('abandoned forms are not drawn, and the queue per person is limited', async () => {
  const drawer = played(100, { mostOfOne: 3 });
  const gone = new AbortController();
  const first = drawer.draw([{ ...content, title: 'first' }], 'A4', me);
  const left = [1, 2, 3].map(() => drawer.draw([content], 'A4', { userId: 7, signal: gone.signal }));
  expect(() => drawer.draw([content], 'A4', me)).toThrow(
    expect.objectContaining({ code: 'too_many_requests' }),
  );
  gone.abort();
  expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  const last = drawer.draw([{ ...content, title: 'last' }], 'A4', me);
  expect([String(await first), String(await last)]).toEqual(['first', 'last']);
});
