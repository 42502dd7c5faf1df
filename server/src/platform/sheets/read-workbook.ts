import { SHEET_LIMITS, VERSION_SHEET } from '@cusp/contract/sheets.routes';
import { strToU8, zipSync } from 'fflate';
import readExcelFile, { type CellValue, type SheetData } from 'read-excel-file/universal';
import { openParts } from './open-parts.ts';
import type { Cell, SheetRows } from './read-sheet.ts';
import { columnLetters, type Marked, refuseHiddenRows, scanCells } from './scan-cells.ts';
import { SheetError } from './sheet-error.ts';

const NO_CELLS = '<worksheet><sheetData/></worksheet>';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/**
 * Reads the sheet `title` and the sheet that names the template. Time and memory depend on the file, so the server
 * runs it in a thread with limits.
 * @throws SheetError
 */
export async function readWorkbook(bytes: Buffer, title: string): Promise<SheetRows> {
  try {
    return await read(bytes, title);
  } catch (error) {
    // Other errors come from the library for XML that is not a workbook.
    throw error instanceof SheetError ? error : new SheetError('damaged');
  }
}

async function read(bytes: Buffer, title: string): Promise<SheetRows> {
  const parts = await openParts(bytes);
  const sheets = sheetsOf(parts);
  const version = sheets.find(({ name }) => name === VERSION_SHEET);
  const wanted = sheets.find(({ name }) => name === title);
  if (!version) throw new SheetError('no_template');
  if (wanted?.isHidden) throw new SheetError('hidden_sheet');

  // The library gets the checked texts instead of the zip, because two zip readers can see different files in it.
  let marked: Marked = new Map();
  for (const [path, text] of parts) {
    if (path === version.path) parts.set(path, scanCells(text).xml);
    else if (path === wanted?.path) {
      const scanned = scanCells(text);
      refuseHiddenRows(scanned.xml);
      parts.set(path, scanned.xml);
      marked = scanned.marked;
    } else if (path.startsWith('xl/worksheets/')) parts.set(path, NO_CELLS);
  }
  const files = Object.fromEntries([...parts].map(([path, text]) => [path, strToU8(text)]));
  const zip = zipSync(files, { level: 0 });
  const read = await readExcelFile(zip.buffer as ArrayBuffer);
  const rowsOf = (name: string) => read.find(({ sheet }) => sheet === name)?.data ?? [];
  const cells = cellsOf(rowsOf(title), marked);
  return { version: cellsOf(rowsOf(VERSION_SHEET), new Map()).slice(0, 10), rows: wanted ? cells : null };
}

interface WorkbookSheet {
  name: string;
  path: string;
  isHidden: boolean;
}

/** Names and paths of the sheets of a workbook; ECMA-376 part 1, 18.2.19 and 18.2.20. */
function sheetsOf(parts: ReadonlyMap<string, string>): WorkbookSheet[] {
  const targets = new Map(
    tagsOf(parts.get(RELATIONS) ?? '', 'Relationship').map((tag) => [
      attributeOf(tag, 'Id'),
      `xl/${attributeOf(tag, 'Target').replace(/^\/?xl\//, '')}`,
    ]),
  );
  return tagsOf(parts.get('xl/workbook.xml') ?? '', 'sheet').map((tag) => ({
    name: attributeOf(tag, 'name'),
    path: targets.get(attributeOf(tag, 'id')) ?? '',
    isHidden: attributeOf(tag, 'state').toLowerCase().includes('hidden'),
  }));
}

const tagsOf = (xml: string, tag: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${tag}\\s[^>]*>`, 'g')) ?? [];

const attributeOf = (tag: string, name: string): string =>
  new RegExp(`\\s(?:\\w+:)?${name}=["']([^"']*)["']`).exec(tag)?.[1] ?? '';

function cellsOf(rows: SheetData, marked: Marked): (Cell | null)[][] {
  return rows.map((row, down) =>
    row.map((value, right) => {
      const cell = cellOf(value);
      const mark = marked.get(`${columnLetters(right + 1)}${down + 1}`);
      return cell && mark ? { ...cell, is: mark } : cell;
    }),
  );
}

function cellOf(value: CellValue | null): Cell | null {
  if (value === null) return null;
  // A date without a time is midnight in UTC.
  if (value instanceof Date) {
    const isDay = Number.isFinite(value.getTime());
    return isDay ? { is: 'day', text: value.toISOString().slice(0, 10) } : { is: 'error', text: '#NUM!' };
  }
  if (typeof value === 'number') return { is: 'number', text: String(value) };
  if (typeof value === 'boolean') return { is: 'boolean', text: value ? 'TRUE' : 'FALSE' };
  const text = String(value)
    .slice(0, SHEET_LIMITS.cell + 1)
    // Half of a character cannot be stored.
    .toWellFormed()
    .trim();
  return text === '' ? null : { is: 'text', text };
}
