import { expect, test } from 'vitest';
import { pdfText } from '../../../testing/pdf-text.ts';
import type { OrderFormContent } from '../order-form-content.ts';
import { drawAside } from './draw-aside.ts';

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
