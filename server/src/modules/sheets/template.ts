import { Readable } from 'node:stream';
import { VERSION_SHEET } from '@cusp/contract/sheets.routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { VERSION_ROWS } from './read-template.ts';
import type { AnySheetKind } from './sheet-kind.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows whose cells are formatted: what is typed into a text cell stays as it was typed. */
const PREPARED_ROWS = 500;

/** Sends a finished .xlsx file. */
export const sendSheet = (
  request: FastifyRequest,
  reply: FastifyReply,
  filename: string,
  bytes: Buffer,
): Promise<FastifyReply> =>
  sendBytes(request, reply, {
    filename,
    type: XLSX,
    inline: false,
    size: bytes.length,
    sha256: null,
    read: async () => Readable.from([bytes]),
  });

/** The empty template of a kind: its header, and the sheet that identifies the template. */
export async function templateOf({ name, title, version, columns }: AnySheetKind): Promise<Buffer> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const blank = columns.map(({ type }) =>
    type === 'day'
      ? ({ type: Date, format: 'yyyy-mm-dd' } as const)
      : ({ type: String, format: '@' } as const),
  );
  return writeExcelFile([
    {
      sheet: title,
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      data: [
        columns.map((column) => ({ value: column.title, fontWeight: 'bold' as const })),
        ...Array.from({ length: PREPARED_ROWS }, () => blank),
      ],
    },
    {
      sheet: VERSION_SHEET,
      data: [
        [VERSION_ROWS.kind, name],
        [VERSION_ROWS.version, version],
      ],
    },
  ]).toBuffer();
}
