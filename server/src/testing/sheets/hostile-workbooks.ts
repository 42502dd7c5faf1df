import { pack, rowsXml, workbookParts, worksheet } from './make-sheets.ts';
import {
  cell,
  GOOD,
  HEADER,
  type Hostile,
  inWorkbook,
  rowAt,
  SHEET,
  TEMPLATE,
  VERSION,
  withParts,
  withRows,
} from './sheet-parts.ts';
import { TEMPLATES } from './upload-sheet.ts';

/** Workbooks with macros or hidden content, and those that were not made from the template. */
export const WORKBOOKS: readonly Hostile[] = [
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
  {
    name: 'a hidden row',
    bytes: withRows(GOOD + rowsXml([['A2', 'Yes']], 3).replace('<row ', '<row hidden="1" ')),
    reason: 'hidden_rows',
  },
  {
    name: 'a row that a filter hides, in single quotation marks',
    bytes: withRows(GOOD + rowsXml([['A2', 'Yes']], 3).replace('<row ', "<row hidden='true' ")),
    reason: 'hidden_rows',
  },

  // Not made from this template
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
  {
    name: 'a cell twice',
    bytes: withRows(HEADER + rowAt(2, cell('A2', 'A1'), cell('B2', 'No'), cell('B2', 'Yes'))),
    reason: 'damaged',
  },
  {
    name: 'a row twice',
    bytes: withRows(
      HEADER + rowAt(2, cell('A2', 'A1'), cell('B2', 'No')) + rowAt(2, cell('A2', 'A1'), cell('B2', 'Yes')),
    ),
    reason: 'damaged',
  },
  {
    name: 'rows out of order',
    bytes: withRows(
      HEADER + rowAt(3, cell('A3', 'A1'), cell('B3', 'No')) + rowAt(2, cell('A2', 'A2'), cell('B2', 'Yes')),
    ),
    reason: 'damaged',
  },
  {
    name: 'a formula behind the end of a cell in a comment',
    bytes: withRows(HEADER + rowAt(2, cell('A2', 'A1'), '<c r="B2"><!-- </c> --><f>A1</f><v>1</v></c>')),
    reason: 'unsafe',
  },
  {
    name: 'a text in CDATA',
    bytes: withRows(HEADER + rowAt(2, cell('A2', 'A1'), '<c r="B2" t="str"><v><![CDATA[</c>Yes]]></v></c>')),
    reason: 'unsafe',
  },
];
