import { zipSync } from 'fflate';
import { pack } from './make-sheets.ts';
import {
  compoundFile,
  goodFile,
  type Hostile,
  manyParts,
  patched,
  SHEET,
  text,
  twice,
  withParts,
} from './sheet-parts.ts';

/** Files that are not workbooks, and zips that misstate their contents. */
export const ZIPS: readonly Hostile[] = [
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
  { name: 'a zip of something else', bytes: () => pack({ 'readme.txt': 'hello' }), reason: 'not_excel' },
  {
    name: 'a Word document',
    bytes: () => pack({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' }),
    reason: 'not_excel',
  },
  {
    name: 'a binary workbook',
    bytes: () => pack({ 'xl/workbook.bin': 'x', '[Content_Types].xml': '<Types/>' }),
    reason: 'not_excel',
  },
  {
    name: 'an OpenDocument sheet',
    bytes: () => pack({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    reason: 'not_excel',
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
];
