import { pack, rowsXml, worksheet } from './make-sheets.ts';
import {
  blanks,
  cell,
  GOOD,
  good,
  goodFile,
  HEADER,
  type Hostile,
  inWorkbook,
  lolBomb,
  MIB,
  rowAt,
  SHEET,
  withParts,
  withRows,
  withSheetXml,
} from './sheet-parts.ts';

/** Small files that are large once they are unpacked, and XML that is broken. */
export const BOMBS: readonly Hostile[] = [
  // Bombs
  {
    name: 'thirty-three megabytes of blanks',
    bytes: () => withSheetXml(blanks(33 * MIB))(),
    reason: 'too_heavy',
  },
  {
    name: 'two parts that exceed the limit together',
    bytes: () => withParts({ [SHEET]: blanks(17 * MIB), 'xl/worksheets/sheet3.xml': blanks(17 * MIB) })(),
    reason: 'too_heavy',
  },
  {
    name: 'more than five megabytes',
    bytes: () => Buffer.concat([goodFile(), Buffer.alloc(5 * MIB + 1)]),
    reason: 'too_large',
  },
  {
    name: 'two hundred thousand rows',
    bytes: () =>
      withRows(
        HEADER +
          Array.from({ length: 200_000 }, (_, n) => rowAt(n + 2, `<c r="A${n + 2}"><v>1</v></c>`)).join(''),
      )(),
    reason: 'too_many_rows',
  },
  {
    name: 'a million empty rows without a number',
    bytes: () => withRows(GOOD + '<row/>'.repeat(1_000_000))(),
    reason: 'too_many_rows',
  },
  {
    name: 'a cell in the last row of Excel',
    bytes: withRows(HEADER + rowAt(1_048_576, cell('A1048576'))),
    reason: 'too_many_rows',
  },
  {
    name: 'a row beyond the last row of Excel',
    bytes: withRows(`${HEADER}<row r="9999999999"/>`),
    reason: 'damaged',
  },
  {
    name: '16,384 columns',
    bytes: () => withRows(rowsXml([Array.from({ length: 16_384 }, () => 'x')]))(),
    reason: 'too_many_columns',
  },
  {
    name: 'a cell in the last column of Excel',
    bytes: withRows(HEADER + rowAt(2, cell('XFD2'))),
    reason: 'too_many_columns',
  },
  {
    name: 'a cell in a column that Excel does not have',
    bytes: withRows(HEADER + rowAt(2, cell('ZZZZZZ2'))),
    reason: 'too_many_columns',
  },
  {
    name: 'a missing shared string',
    bytes: withRows(HEADER + rowAt(2, '<c r="A2" t="s"><v>4000000000</v></c>')),
    reason: 'damaged',
  },
  { name: 'exponential entities', bytes: () => withSheetXml(lolBomb())(), reason: 'unsafe' },
  {
    name: 'an entity that reads a file',
    bytes: withSheetXml(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${worksheet(GOOD)}`,
    ),
    reason: 'unsafe',
  },
  {
    name: 'a document type in the shared strings',
    bytes: withParts({ 'xl/sharedStrings.xml': '<!doctype sst><sst/>' }),
    reason: 'unsafe',
  },
  {
    name: 'a document type in the workbook',
    bytes: inWorkbook('<workbook', '<!DOCTYPE workbook><workbook'),
    reason: 'unsafe',
  },
  {
    name: 'unclosed cells',
    bytes: withSheetXml(`<worksheet><sheetData><row r="1">${'<c r="A1">'.repeat(3000)}`),
    reason: 'damaged',
  },
  { name: 'truncated XML', bytes: withSheetXml(worksheet(GOOD).slice(0, -30)), reason: 'damaged' },
  { name: 'no XML', bytes: withSheetXml('hello'), reason: 'damaged' },
  {
    name: 'XML in UTF-16',
    bytes: () => pack({ ...good(), [SHEET]: Buffer.from(`\ufeff${worksheet(GOOD)}`, 'utf16le') }),
    reason: 'damaged',
  },
  {
    name: 'rows in descending order',
    bytes: withRows(HEADER + rowAt(5, cell('A5')) + rowAt(3, cell('A3'))),
    reason: 'damaged',
  },
  {
    name: 'a missing style',
    bytes: withRows(HEADER + rowAt(2, '<c r="A2" s="999"><v>1</v></c>')),
    reason: 'damaged',
  },
  {
    name: 'a cell of an unknown type',
    bytes: withRows(HEADER + rowAt(2, '<c r="A2" t="zz"><v>1</v></c>')),
    reason: 'damaged',
  },
];
