import { createHash } from 'node:crypto';
import { SheetUpload } from '@cusp/contract/sheets';
import { SHEET_LIMITS } from '@cusp/contract/sheets.routes';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { StoredRow } from '../../platform/db/tables/sheets.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { readForm } from '../../platform/http/multipart-form.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { readSheet } from '../../platform/sheets/read-sheet.ts';
import { SheetError } from '../../platform/sheets/sheet-error.ts';
import { badRows, checkRows } from './check-rows.ts';
import { readTemplate } from './read-template.ts';
import type { AnySheetKind } from './sheet-kind.ts';
import { presentSheet } from './sheets.present.ts';
import { batchOf, HOURS } from './sheets.sql.ts';

/** Checks an uploaded sheet and keeps it for a day; writes nothing else. */
export async function checkSheet(
  services: Services,
  actor: Actor,
  kind: AnySheetKind,
  request: FastifyRequest,
) {
  const { fields, file } = await readForm(request, SheetUpload, {
    field: 'sheet',
    maxBytes: SHEET_LIMITS.bytes,
    tooLarge: refusalOf(new SheetError('too_large')),
  });
  const rows = await rowsOf(kind, file ?? Buffer.alloc(0));
  const { problems } = await checkRows(services.db, kind, rows);
  const { id } = await services.db
    .insertInto('sheet_batch')
    .values({
      kind: kind.name,
      filename: fields.filename,
      sha256: createHash('sha256')
        .update(file ?? '')
        .digest('hex'),
      rows: JSON.stringify(rows),
      problems: JSON.stringify(problems),
      rows_total: rows.length,
      rows_bad: badRows(problems),
      created_by: actor.userId,
      expires_at: sql<Date>`now() + ${sql.lit(HOURS)} * interval '1 hour'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return presentSheet(kind, found(await batchOf(services.db, id)));
}

async function rowsOf(kind: AnySheetKind, file: Buffer): Promise<StoredRow[]> {
  try {
    return readTemplate(kind, await readSheet(file, kind.title));
  } catch (error) {
    throw error instanceof SheetError ? refusalOf(error) : error;
  }
}

const refusalOf = ({ reason, column = '' }: SheetError): Refusal =>
  new Refusal('sheet_refused', { sheet: { reason, column } });
