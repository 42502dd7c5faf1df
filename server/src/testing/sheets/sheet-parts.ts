import type { SheetRefusal } from '@cusp/contract/sheets.routes';
import { type Parts, pack, rowsXml, type Template, workbookParts, worksheet } from './make-sheets.ts';
import { HEADERS, TEMPLATES } from './upload-sheet.ts';

export interface Hostile {
  name: string;
  bytes: () => Buffer;
  reason: SheetRefusal;
  /** The column that the refusal names. */
  column?: string;
}

export const MIB = 1024 * 1024;
export const TEMPLATE: Template = TEMPLATES.features;
export const HEADER = rowsXml([HEADERS.features]);
export const GOOD = HEADER + rowsXml([['A1', 'Yes']], 2);
export const SHEET = 'xl/worksheets/sheet1.xml';
export const VERSION = 'xl/worksheets/sheet2.xml';

export const good = (): Parts => workbookParts(TEMPLATE, GOOD);
export const goodFile = () => pack(good());
export const withParts = (parts: Parts) => () => pack({ ...good(), ...parts });
export const withRows = (inner: string, after = '') => withParts({ [SHEET]: worksheet(inner, after) });
export const withSheetXml = (xml: string) => withParts({ [SHEET]: xml });
export const inWorkbook = (from: string, to: string) =>
  withParts({ 'xl/workbook.xml': String(good()['xl/workbook.xml']).replace(from, to) });
export const compoundFile = (stream: string) => () =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(1024),
  ]);
export const text = (content: string) => () => Buffer.from(content);
export const cell = (address: string, value = 'x') =>
  `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
export const rowAt = (row: number, ...cells: string[]) => `<row r="${row}">${cells.join('')}</row>`;

/** Overwrites bytes in all local headers ('local') or all records of the central directory ('central') of a zip. */
export function patched(where: 'local' | 'central', change: (zip: Buffer, at: number) => void) {
  return () => {
    const zip = goodFile();
    const mark = Buffer.from(where === 'local' ? 'PK\x03\x04' : 'PK\x01\x02', 'latin1');
    for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 4)) change(zip, at);
    return zip;
  };
}

/** Two entries with the same name, of which readers pick different ones. */
export function twice() {
  const zip = pack({ ...good(), 'xl/worksheets/sheet9.xml': worksheet(HEADER) });
  const renamed = zip.toString('latin1').replaceAll('sheet9.xml', 'sheet1.xml');
  return Buffer.from(renamed, 'latin1');
}

/** XML that is far larger when unpacked. */
export const blanks = (bytes: number) => worksheet(GOOD, ' '.repeat(bytes));

export const manyParts = (count: number): Parts =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`xl/media/image${n}.png`, 'x']));

export const lolBomb = () => {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${entities.join('')}]>${worksheet(HEADER + rowAt(2, cell('A2', '&l9;')))}`;
};
