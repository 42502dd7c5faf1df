import { BOMBS } from './hostile-bombs.ts';
import { WORKBOOKS } from './hostile-workbooks.ts';
import { ZIPS } from './hostile-zips.ts';
import { pack, rowsXml, worksheet } from './make-sheets.ts';
import {
  cell,
  GOOD,
  good,
  HEADER,
  type Hostile,
  MIB,
  rowAt,
  SHEET,
  withParts,
  withRows,
  withSheetXml,
} from './sheet-parts.ts';

/** Files that cannot be read row by row, with the reason of the refusal. */
export const HOSTILE: readonly Hostile[] = [...ZIPS, ...BOMBS, ...WORKBOOKS];

/** Suspicious files that are read nevertheless. */
export const HARMLESS: readonly { name: string; bytes: () => Buffer }[] = [
  {
    name: 'labels and properties of Office beside the sheet',
    bytes: withParts({
      'docMetadata/LabelInfo.xml': '<x/>',
      'customXml/item1.xml': '<x/>',
      'docProps/app.xml': '<x/>',
    }),
  },
  { name: 'printer settings', bytes: withParts({ 'xl/printerSettings/printerSettings1.bin': 'x' }) },
  { name: 'empty formatted rows to the end of Excel', bytes: withRows(`${GOOD}<row r="200000"/>`) },
  {
    name: 'a hundred thousand empty rows and a hidden one',
    bytes: withRows(
      `${GOOD}${Array.from({ length: 100_000 }, (_, n) => `<row r="${n + 3}"/>`).join('')}<row r="100003" hidden="1"/>`,
    ),
  },
  {
    name: 'empty formatted cells far to the right',
    bytes: withRows(HEADER + rowAt(2, cell('A2', 'A1'), cell('B2', 'Yes'), '<c r="XFD2"/>')),
  },
  {
    name: 'a hidden sheet with something else',
    bytes: withParts({ 'xl/worksheets/sheet3.xml': worksheet(rowsXml([['secret']])) }),
  },
  {
    name: 'a string of two megabytes that a thousand cells share',
    bytes: () =>
      pack({
        ...good(),
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(2 * MIB)}</t></si></sst>`,
        [SHEET]: worksheet(
          HEADER +
            Array.from({ length: 1000 }, (_, n) => rowAt(n + 2, `<c r="A${n + 2}" t="s"><v>0</v></c>`)).join(
              '',
            ),
        ),
      }),
  },
  {
    name: 'namespace prefixes',
    bytes: withSheetXml(worksheet(GOOD).replace(/<(\/?)(worksheet|sheetData|row|c|is|t)\b/g, '<$1x:$2')),
  },
];
