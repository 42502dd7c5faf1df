import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from 'fflate';
import type { CellObject } from 'write-excel-file/node';
import { convertDateToSerialNumber, sanitizeTextContent } from 'write-excel-file/utility';
import { columnLetters } from './scan-cells.ts';

/** `text` is always text, even `=1+1`; `day` takes `YYYY-MM-DD`; `moment` is shown in UTC. */
type Column<R> = { header: string; width?: number } & (
  | { type: 'text'; value(row: R): string | null }
  | { type: 'number'; value(row: R): number | null }
  | { type: 'day'; value(row: R): string | null }
  | { type: 'moment'; value(row: R): Date | null }
);
export type SheetColumn<R> = Column<R>;

const SHEET_FILE = 'xl/worksheets/sheet1.xml';
const DEFAULT_WIDTH = 20;
/** Excel cuts longer texts off and reports the file as damaged. */
const MAX_CHARACTERS = 32_767;

/** One sample cell of each kind, from which the library creates the styles that all rows use. */
const SAMPLES = {
  text: { value: 'x', type: String, format: '@' },
  number: { value: 1, type: Number },
  day: { value: new Date(0), type: Date, format: 'yyyy-mm-dd' },
  moment: { value: new Date(0), type: Date, format: 'yyyy-mm-dd hh:mm' },
} satisfies Record<Column<unknown>['type'], CellObject>;

/**
 * An .xlsx file of one sheet. The library writes the workbook around the rows. The rows are compressed as they arrive,
 * because the library would hold all cells and their XML at once (100 MiB for 20,000 rows of eight columns).
 */
export async function* streamSheet<R>(
  name: string,
  columns: readonly Column<R>[],
  rows: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
): AsyncGenerator<Uint8Array> {
  const { files, before, after, styles } = await frameOf(name, columns);
  let packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const add = (path: string) => {
    const entry = new ZipDeflate(path);
    zip.add(entry);
    return entry;
  };

  for (const [path, bytes] of Object.entries(files)) add(path).push(bytes, true);
  const sheet = add(SHEET_FILE);
  sheet.push(strToU8(before));
  let at = 1;
  for await (const some of rows) {
    const xml = some.map((row) => {
      at += 1;
      const cells = columns.map((column, n) =>
        cellXml(column, row, ` r="${columnLetters(n + 1)}${at}"${styles[n] ?? ''}`),
      );
      return `<row r="${at}">${cells.join('')}</row>`;
    });
    sheet.push(strToU8(xml.join('')));
    yield* packed;
    packed = [];
  }
  sheet.push(strToU8(after), true);
  zip.end();
  yield* packed;
}

/** The same, whole. */
export async function writeSheet<R>(...sheet: Parameters<typeof streamSheet<R>>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamSheet(...sheet)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The workbook with its header, split where the rows are inserted, and the style attribute of each column. */
async function frameOf<R>(name: string, columns: readonly Column<R>[]) {
  const header = columns.map(({ header: value }) => ({ value, fontWeight: 'bold' as const }));
  const sample = columns.map(({ type }) => SAMPLES[type]);
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const workbook = await writeExcelFile([header, sample], {
    sheet: name,
    columns: columns.map(({ width = DEFAULT_WIDTH }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
  const { [SHEET_FILE]: sheet, ...files } = unzipSync(workbook);
  const [, before, cells, after] =
    /^(.*)<row r="2">(.*)<\/row>(.*)$/s.exec(sheet ? strFromU8(sheet) : '') ?? [];
  if (before === undefined || cells === undefined || after === undefined)
    throw new Error('write-excel-file wrote a sheet without its second row');
  const styles = [...cells.matchAll(/<c r="[A-Z]+2"( s="\d+")?/g)].map(([, style = '']) => style);
  return { files, before, after, styles };
}

function cellXml<R>(column: Column<R>, row: R, attributes: string): string {
  if (column.type === 'text') {
    const text = column.value(row);
    if (!text) return '';
    // Text that looks like an escape sequence (ECMA-376 part 1, 22.9.2.19) is itself escaped.
    const literal = text.slice(0, MAX_CHARACTERS).replace(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x');
    const safe = sanitizeTextContent(literal);
    return `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${safe}</t></is></c>`;
  }
  const number = numberOf(column, row);
  return number === null ? '' : `<c${attributes}><v>${number}</v></c>`;
}

function numberOf<R>(column: Exclude<Column<R>, { type: 'text' }>, row: R): number | null {
  if (column.type === 'number') return column.value(row);
  const value = column.value(row);
  if (value === null) return null;
  return convertDateToSerialNumber(typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : value);
}
