import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import type { Compilable } from 'kysely';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { inTransaction } from '../work.ts';
import { cursorRows } from './cursor-rows.ts';
import { type SheetColumn, writeSheet } from './write-sheet.ts';

interface Export<R> {
  /** Name of the list, for the audit log. */
  list: string;
  /** Filters of the list: codes, and whether there was a search, never the search text. */
  filter: Record<string, string | number | boolean | null>;
  /** All rows of the list over all pages, in its order. */
  query: Compilable<R>;
  /** Title of the sheet. */
  title: string;
  columns: readonly SheetColumn<R>[];
}

/**
 * The rows of a list as an .xlsx file; recorded in the audit log.
 * @throws Refusal `export_too_large` for more than 20,000 rows.
 */
export function exportSheet<R>(services: Services, actor: Actor, wanted: Export<R>): Promise<Buffer> {
  return inTransaction(services, actor, async (work) => {
    let count = 0;
    const counted = async function* () {
      for await (const rows of cursorRows(work.tx, wanted.query)) {
        count += rows.length;
        if (count > EXPORT_MAX_ROWS) throw new Refusal('export_too_large');
        yield rows;
      }
    };
    const bytes = await writeSheet(wanted.title, wanted.columns, counted());
    await work.audit({
      action: 'list_exported',
      detail: { list: wanted.list, filter: wanted.filter, rows: count },
    });
    return bytes;
  });
}
