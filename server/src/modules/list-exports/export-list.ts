import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import { audit } from '../../platform/audit/audit.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';
import { allIds, idsInOrder, inOrder } from '../staff-lists/long-list.sql.ts';
import type { ExportKind, ExportWish } from './export-kind.ts';

/**
 * A list as an .xlsx file in the reply, recorded in the audit log.
 * @throws Refusal `export_too_large` for more than 20,000 rows.
 */
export async function exportList(
  { db }: Services,
  actor: Actor,
  kind: ExportKind,
  wish: ExportWish,
): Promise<Buffer> {
  const ids = await allIds(db, kind.list(db), wish, EXPORT_MAX_ROWS + 1);
  if (ids.length > EXPORT_MAX_ROWS) throw new Refusal('export_too_large');
  const bytes = await writeSheet(kind.title, kind.columns, rowsOf(db, kind, wish));
  await audit(db, actor, exported(kind, wish, ids.length));
  return bytes;
}

/** All rows of a list in its order, some hundred at a time. */
export async function* rowsOf(db: DbOrTx, kind: ExportKind, wish: ExportWish) {
  for await (const ids of idsInOrder(db, kind.list(db), wish)) yield inOrder(ids, await kind.rows(db, ids));
}

/** The audit log entry, which omits the search words. */
export const exported = ({ name }: ExportKind, { search, sort }: ExportWish, rows: number) =>
  ({
    action: 'list_exported',
    detail: { list: name, filter: { searched: search !== '', sort }, rows },
  }) as const;
