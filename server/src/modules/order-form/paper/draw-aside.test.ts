import { expect, test } from 'vitest';
import { pdfText } from '../../../testing/pdf-text.ts';
import type { OrderFormContent } from '../order-form-content.ts';
import { Drawer, drawAside } from './draw-aside.ts';

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

test('a form that cannot be drawn fails alone: those beside it and after it are drawn', async () => {
  const broken = { ...content, facts: null as unknown as OrderFormContent['facts'] };
  const [first, wrong, last] = await Promise.allSettled([
    drawAside(content, 'A4'),
    drawAside(broken, 'A4'),
    drawAside({ ...content, title: 'Order 2-B' }, 'LETTER'),
  ]);
  expect([first.status, wrong.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const [page = ''] = await pdfText(last.status === 'fulfilled' ? last.value : Buffer.alloc(0));
  expect(page).toContain('Order 2-B');
});

/** A thread that draws the title, says nothing to one that hangs and dies of one that kills. */
const THREAD = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, content: { title } }) => {
  if (title === 'hangs') for (;;);
  if (title === 'kills') process.exit(1);
  parentPort.postMessage({ id, bytes: Buffer.from(title) });
});`;
const played = (mostWaiting: number) =>
  new Drawer({ longestMs: 4000, mostWaiting }, new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`));

test.each(['hangs', 'kills'])(
  'a form that %s is given up alone; those that wait behind it are drawn',
  async (what) => {
    const drawer = played(10);
    const titles = ['first', what, 'second', 'third'];
    const drawn = await Promise.allSettled(titles.map((title) => drawer.draw({ ...content, title }, 'A4')));
    expect(drawn.map((each) => (each.status === 'fulfilled' ? String(each.value) : 'lost'))).toEqual([
      'first',
      'lost',
      'second',
      'third',
    ]);
  },
);

test('who comes when too many wait is asked to come again, and nobody is forgotten', async () => {
  const drawer = played(2);
  const kept = ['1', '2', '3'].map((title) => drawer.draw({ ...content, title }, 'A4'));
  expect(() => drawer.draw(content, 'A4')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  expect((await Promise.all(kept)).map(String)).toEqual(['1', '2', '3']);
});
