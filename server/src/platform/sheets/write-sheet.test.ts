import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { unzip } from '../../testing/unzip.ts';
import { type SheetColumn, writeSheet } from './write-sheet.ts';

interface Row {
  text: string | null;
  number: number | null;
  day: string | null;
  at: Date | null;
}

const COLUMNS: SheetColumn<Row>[] = [
  { header: 'Text', type: 'text', value: ({ text }) => text },
  { header: 'Number', type: 'number', value: ({ number }) => number },
  { header: 'Day', type: 'day', value: ({ day }) => day },
  { header: 'Moment', type: 'moment', value: ({ at }) => at },
];
const EMPTY: Row = { text: null, number: null, day: null, at: null };
const read = async (bytes: Buffer) => (await readExcelFile(bytes, { trim: false }))[0];

test('another reader sees dates as dates, numbers as numbers and texts as texts', async () => {
  const at = new Date('2026-03-04T05:06:00Z');
  const rows = [
    [{ text: 'Ädä <&> "김"', number: -1.5, day: '2024-02-29', at }, EMPTY],
    [{ ...EMPTY, number: 0 }],
  ];
  const sheet = await read(await writeSheet('Devices', COLUMNS, rows));
  expect(sheet?.sheet).toBe('Devices');
  expect(sheet?.data).toEqual([
    ['Text', 'Number', 'Day', 'Moment'],
    ['Ädä <&> "김"', -1.5, new Date('2024-02-29T00:00:00Z'), at],
    [null, null, null, null],
    [null, 0, null, null],
  ]);
});

test.each([
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '  leading blanks',
  '_x0041_',
  '</t></is></c><c><f>1+1</f>',
])('the text %j stays a text and is never a formula', async (text) => {
  const bytes = await writeSheet('Texts', COLUMNS, [[{ ...EMPTY, text }]]);
  expect((await read(bytes))?.data[1]?.[0]).toBe(text);
  const sheet = (await unzip(bytes)).find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  expect(sheet?.bytes.toString()).not.toContain('<f>');
});

test('characters that a workbook cannot hold are removed, and texts that are too long are cut', async () => {
  const text = `a\u0000b${'x'.repeat(40_000)}`;
  const sheet = await read(await writeSheet('Texts', COLUMNS, [[{ ...EMPTY, text }]]));
  expect(sheet?.data[1]?.[0]).toMatch(/^abx{32764,32766}$/);
});

test('a list without rows still has its header', async () => {
  expect((await read(await writeSheet('None', COLUMNS, [])))?.data).toHaveLength(1);
});
