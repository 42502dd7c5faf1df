import type { SheetRefusal } from '@cusp/contract/sheets.routes';
import { zipSync } from 'fflate';
import { type Parts, pack, rowsXml, type Template, workbookParts, worksheet } from './make-sheets.ts';
import { HEADERS, TEMPLATES } from './upload-sheet.ts';

export interface Hostile {
  name: string;
  bytes: () => Buffer;
  reason: SheetRefusal;
  /** The column that the refusal names. */
  column?: string;
}

const MIB = 1024 * 1024;
const TEMPLATE: Template = TEMPLATES.features;
const HEADER = rowsXml([HEADERS.features]);
const GOOD = HEADER + rowsXml([['A1', 'Yes']], 2);
const SHEET = 'xl/worksheets/sheet1.xml';
const VERSION = 'xl/worksheets/sheet2.xml';

const good = (): Parts => workbookParts(TEMPLATE, GOOD);
const goodFile = () => pack(good());
const withParts = (parts: Parts) => () => pack({ ...good(), ...parts });
const withRows = (inner: string, after = '') => withParts({ [SHEET]: worksheet(inner, after) });
const withSheetXml = (xml: string) => withParts({ [SHEET]: xml });
const inWorkbook = (from: string, to: string) =>
  withParts({ 'xl/workbook.xml': String(good()['xl/workbook.xml']).replace(from, to) });
const compoundFile = (stream: string) => () =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(1024),
  ]);
const text = (content: string) => () => Buffer.from(content);
const cell = (address: string, value = 'x') => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
const rowAt = (row: number, ...cells: string[]) => `<row r="${row}">${cells.join('')}</row>`;

/** Overwrites bytes in all local headers ('local') or all records of the central directory ('central') of a zip. */
function patched(where: 'local' | 'central', change: (zip: Buffer, at: number) => void) {
  return () => {
    const zip = goodFile();
    const mark = Buffer.from(where === 'local' ? 'PK\x03\x04' : 'PK\x01\x02', 'latin1');
    for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 4)) change(zip, at);
    return zip;
  };
}

/** Two entries with the same name, of which readers pick different ones. */
function twice() {
  const zip = pack({ ...good(), 'xl/worksheets/sheet9.xml': worksheet(HEADER) });
  const renamed = zip.toString('latin1').replaceAll('sheet9.xml', 'sheet1.xml');
  return Buffer.from(renamed, 'latin1');
}

/** XML that is far larger when unpacked. */
const blanks = (bytes: number) => worksheet(GOOD, ' '.repeat(bytes));

const manyParts = (count: number): Parts =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`xl/media/image${n}.png`, 'x']));

const lolBomb = () => {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${entities.join('')}]>${worksheet(HEADER + rowAt(2, cell('A2', '&l9;')))}`;
};

/** Files that cannot be read row by row, with the reason of the refusal. */
export const HOSTILE: readonly Hostile[] = [
  // Not a workbook at all
  { name: 'no bytes', bytes: text(''), reason: 'empty' },
  { name: 'one byte', bytes: text('P'), reason: 'text_file' },
  { name: 'CSV with the name of a workbook', bytes: text('UDI,Option\nA1,Yes\n'), reason: 'text_file' },
  {
    name: 'CSV in UTF-16',
    bytes: () => Buffer.from('\ufeffUDI\tOption\r\n', 'utf16le'),
    reason: 'text_file',
  },
  {
    name: 'an HTML table',
    bytes: text('<html><table><tr><td>A1</td></tr></table></html>'),
    reason: 'text_file',
  },
  { name: 'XML of Excel 2003', bytes: text('<?xml version="1.0"?><Workbook/>'), reason: 'text_file' },
  { name: 'a workbook of Excel 97', bytes: compoundFile('Workbook'), reason: 'old_excel' },
  { name: 'a workbook with a password', bytes: compoundFile('EncryptedPackage'), reason: 'encrypted' },
  { name: 'a PNG', bytes: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), reason: 'not_excel' },
  { name: 'a gzip', bytes: () => Buffer.from('1f8b080000000000000003000000', 'hex'), reason: 'not_excel' },
  {
    name: 'random bytes',
    bytes: () => Buffer.from(Array.from({ length: 999 }, (_, n) => (n * 167) % 256)),
    reason: 'not_excel',
  },
  { name: 'an empty zip', bytes: () => Buffer.from(zipSync({})), reason: 'not_excel' },
  { name: 'a zip of something else', bytes: () => pack({ 'readme.txt': 'hello' }), reason: 'unsafe' },
  {
    name: 'a Word document',
    bytes: () => pack({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' }),
    reason: 'unsafe',
  },
  {
    name: 'a binary workbook',
    bytes: () => pack({ 'xl/workbook.bin': 'x', '[Content_Types].xml': '<Types/>' }),
    reason: 'not_excel',
  },
  {
    name: 'an OpenDocument sheet',
    bytes: () => pack({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    reason: 'unsafe',
  },

  // Zips that lie
  { name: 'a zip cut off in the middle', bytes: () => goodFile().subarray(0, 900), reason: 'damaged' },
  { name: 'a zip without its last byte', bytes: () => goodFile().subarray(0, -1), reason: 'damaged' },
  { name: 'only the head of a zip', bytes: () => Buffer.from('PK\x03\x04', 'latin1'), reason: 'damaged' },
  {
    name: 'a zip with bytes turned over',
    bytes: () => {
      const zip = goodFile();
      zip.fill(0xff, 1300, 1350);
      return zip;
    },
    reason: 'damaged',
  },
  { name: 'a nested zip beside the sheet', bytes: withParts({ 'inner.zip': goodFile() }), reason: 'unsafe' },
  {
    name: 'a nested zip in place of the sheet',
    bytes: withParts({ [SHEET]: goodFile() }),
    reason: 'damaged',
  },
  { name: 'a path upwards', bytes: withParts({ '../../etc/passwd': 'x' }), reason: 'unsafe' },
  { name: 'a path upwards inside xl', bytes: withParts({ 'xl/../../x.xml': 'x' }), reason: 'unsafe' },
  { name: 'an absolute path', bytes: withParts({ '/etc/passwd': 'x' }), reason: 'unsafe' },
  { name: 'a Windows path', bytes: withParts({ 'xl\\..\\x.xml': 'x' }), reason: 'unsafe' },
  { name: 'a program beside the sheet', bytes: withParts({ 'run.exe': 'MZ' }), reason: 'unsafe' },
  { name: 'two sheets with the same path', bytes: twice, reason: 'unsafe' },
  {
    name: 'paths that differ only in letter case',
    bytes: withParts({ 'XL/worksheets/sheet1.xml': 'x', 'xl/Worksheets/sheet1.xml': 'y' }),
    reason: 'unsafe',
  },
  { name: 'sixty-five parts', bytes: withParts(manyParts(65)), reason: 'unsafe' },
  { name: 'five hundred parts', bytes: withParts(manyParts(500)), reason: 'unsafe' },
  {
    name: 'declared sizes below the real ones',
    bytes: patched('central', (zip, at) => zip.writeUInt32LE(10, at + 24)),
    reason: 'too_heavy',
  },
  {
    name: 'declared sizes above the real ones',
    bytes: patched('central', (zip, at) => zip.writeUInt32LE(99_999, at + 24)),
    reason: 'damaged',
  },
  {
    name: 'declared sizes of four gigabytes',
    bytes: patched('central', (zip, at) => zip.writeUInt32LE(0xffff_fff0, at + 24)),
    reason: 'too_heavy',
  },
  {
    name: 'an encrypted part',
    bytes: patched('central', (zip, at) => zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)),
    reason: 'encrypted',
  },
  {
    name: 'an unknown compression method',
    bytes: patched('central', (zip, at) => zip.writeUInt16LE(99, at + 10)),
    reason: 'damaged',
  },
  {
    name: 'a displaced central directory',
    bytes: () => {
      const zip = goodFile();
      zip.writeUInt32LE(0x7fff_ffff, zip.length - 6);
      return zip;
    },
    reason: 'damaged',
  },

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

  // Macros and hidden content
  { name: 'macros', bytes: withParts({ 'xl/vbaProject.bin': 'x' }), reason: 'macros' },
  { name: 'macros of Excel 4', bytes: withParts({ 'xl/macrosheets/sheet1.xml': '<x/>' }), reason: 'macros' },
  { name: 'a dialog sheet', bytes: withParts({ 'xl/dialogsheets/sheet1.xml': '<x/>' }), reason: 'macros' },
  {
    name: 'merged cells',
    bytes: withRows(GOOD, '<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>'),
    reason: 'merged_cells',
  },
  {
    name: 'a hidden sheet with the rows',
    bytes: inWorkbook('name="Partner features"', 'name="Partner features" state="hidden"'),
    reason: 'hidden_sheet',
  },
  {
    name: 'a very hidden sheet with the rows',
    bytes: inWorkbook('name="Partner features"', 'name="Partner features" state="veryHidden"'),
    reason: 'hidden_sheet',
  },

  // Not this template
  {
    name: 'a workbook without workbook.xml',
    bytes: withParts({ 'xl/workbook.xml': null }),
    reason: 'not_excel',
  },
  { name: 'a workbook without the sheet of rows', bytes: withParts({ [SHEET]: null }), reason: 'damaged' },
  {
    name: 'a workbook that is not a template',
    bytes: inWorkbook('name="Version"', 'name="Sheet2"'),
    reason: 'no_template',
  },
  {
    name: 'a template without its kind',
    bytes: withParts({ [VERSION]: worksheet('') }),
    reason: 'no_template',
  },
  {
    name: 'the template of devices',
    bytes: () => pack(workbookParts(TEMPLATES.devices, GOOD)),
    reason: 'other_template',
  },
  {
    name: 'a renamed sheet of rows',
    bytes: inWorkbook('name="Partner features"', 'name="Sheet1"'),
    reason: 'other_template',
  },
  {
    name: 'an old template',
    bytes: () => pack(workbookParts({ ...TEMPLATE, version: '0' }, GOOD)),
    reason: 'old_template',
  },
  {
    name: 'a template from the future',
    bytes: () => pack(workbookParts({ ...TEMPLATE, version: '2' }, GOOD)),
    reason: 'old_template',
  },
  { name: 'no header', bytes: withRows(rowsXml([['A1', 'Yes']])), reason: 'column_unknown', column: 'A1' },
  {
    name: 'a missing column',
    bytes: withRows(rowsXml([['UDI'], ['A1']])),
    reason: 'column_missing',
    column: 'Option',
  },
  {
    name: 'an extra column',
    bytes: withRows(
      rowsXml([
        ['UDI', 'Option', 'Price'],
        ['A1', 'Yes', '1'],
      ]),
    ),
    reason: 'column_unknown',
    column: 'Price',
  },
  {
    name: 'a duplicate column',
    bytes: withRows(
      rowsXml([
        ['UDI', 'Option', ' udi '],
        ['A1', 'Yes', 'A2'],
      ]),
    ),
    reason: 'column_twice',
    column: 'udi',
  },
  { name: 'only a header', bytes: withRows(HEADER), reason: 'no_rows' },
  { name: 'blanks below the header', bytes: withRows(HEADER + rowsXml([[' ', ' ']], 2)), reason: 'no_rows' },
  { name: 'an empty sheet', bytes: withRows(''), reason: 'no_rows' },
];

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
