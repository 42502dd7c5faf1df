import { expect, test } from 'vitest';
import { pack, rowsXml, workbookParts } from '../../testing/sheets/make-sheets.ts';
import { readSheet } from './read-sheet.ts';

const TEMPLATE = { title: 'Rows', kind: 'features' };

test('a sheet that takes too long is refused, and the next one is read', async () => {
  const bytes = pack(workbookParts(TEMPLATE, rowsXml([['A']])));
  await expect(readSheet(bytes, 'Rows', { milliseconds: 1 })).rejects.toMatchObject({ reason: 'too_heavy' });
  expect((await readSheet(bytes, 'Rows')).rows).toEqual([[{ is: 'text', text: 'A' }]]);
});

test('a sheet whose thread runs out of memory is refused, and the next one is read', async () => {
  const row = Array.from({ length: 50 }, (_, n) => `text ${n}`);
  const bytes = pack(workbookParts(TEMPLATE, rowsXml(Array.from({ length: 3000 }, () => row))));
  await expect(readSheet(bytes, 'Rows', { heapMib: 16 })).rejects.toMatchObject({ reason: 'too_heavy' });
  expect((await readSheet(bytes, 'Rows')).rows).toHaveLength(3000);
});

test('formulas and error values are reported, dates are days, and both date systems of Excel are read', async () => {
  const cells = [
    '<c r="A1"><f>1+1</f><v>2</v></c>',
    '<c r="B1" t="str"><f>CONCAT("a","b")</f></c>',
    '<c r="C1" t="e"><v>#REF!</v></c>',
    '<c r="D1" s="1"><v>45000</v></c>',
    '<c r="E1"><v>45000</v></c>',
    '<c r="F1" t="b"><v>1</v></c>',
  ];
  const parts = workbookParts(TEMPLATE, `<row r="1">${cells.join('')}</row>`);
  const expected = [
    { is: 'formula', text: '=1+1' },
    { is: 'formula', text: '=CONCAT("a","b")' },
    { is: 'error', text: '#REF!' },
    { is: 'day', text: '2023-03-15' },
    { is: 'number', text: '45000' },
    { is: 'boolean', text: 'TRUE' },
  ];
  expect((await readSheet(pack(parts), 'Rows')).rows).toEqual([expected]);
  // XML allows either quotation mark.
  const quoted = cells.join('').replace(/(\s\w+)="([^"]*)"/g, "$1='$2'");
  const single = workbookParts(TEMPLATE, `<row r='1'>${quoted}</row>`);
  expect((await readSheet(pack(single), 'Rows')).rows).toEqual([expected]);

  const since1904 = String(parts['xl/workbook.xml']).replace('<workbookPr/>', '<workbookPr date1904="1"/>');
  const later = await readSheet(pack({ ...parts, 'xl/workbook.xml': since1904 }), 'Rows');
  expect(later.rows?.[0]?.[3]).toEqual({ is: 'day', text: '2027-03-16' });
});

test('a text that looks like a formula stays a text', async () => {
  const inner = rowsXml([["=cmd|' /C calc'!A0", '+1', '@SUM(A1)']]);
  const { rows } = await readSheet(pack(workbookParts(TEMPLATE, inner)), 'Rows');
  expect(rows?.[0]?.map((cell) => cell?.is)).toEqual(['text', 'text', 'text']);
});
