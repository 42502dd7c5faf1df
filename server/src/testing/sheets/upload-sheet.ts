import type { SheetKindName } from '@cusp/contract/sheets.routes';
import type { Client } from '../test-app.ts';
import { pack, rowsXml, type Template, workbookParts } from './make-sheets.ts';

export const TEMPLATES = {
  features: { title: 'Partner features', kind: 'features' },
  devices: { title: 'Devices', kind: 'devices' },
} as const satisfies Record<SheetKindName, Template>;

export const HEADERS = {
  features: ['UDI', 'Option'],
  devices: ['UDI', 'Serial number', 'Production date', 'Model'],
} as const satisfies Record<SheetKindName, readonly string[]>;

const PATHS = { features: '/partnerfeatures/bulk/', devices: '/v1/cs/devices/sheet/' } as const;

/** An .xlsx file with rows below the header of a kind. */
export const sheetOf = (kind: SheetKindName, rows: readonly (readonly string[])[]): Buffer =>
  pack(workbookParts(TEMPLATES[kind], rowsXml([HEADERS[kind], ...rows])));

export function sheetForm(bytes: Buffer, filename = 'sheet.xlsx'): FormData {
  const form = new FormData();
  form.append('filename', filename);
  form.append('sheet', new Blob([new Uint8Array(bytes)]), filename);
  return form;
}

export const uploadSheet = (client: Client, kind: SheetKindName, bytes: Buffer) =>
  client.post(PATHS[kind], sheetForm(bytes));
