import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import type { Compilable } from 'kysely';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { inTransaction } from '../work.ts';
import { cursorRows } from './cursor-rows.ts';
import { type SheetColumn, writeSheet } from './write-sheet.ts';

interface Export<R> {
  /** Of the list, for the audit log. */
  list: string;
  /** What narrowed the list; codes and whether there was a search, never its words. */
  filter: Record<string, string | number | boolean | null>;
  /** All that the list would show, over every page and in its order. */
  query: Compilable<R>;
  /** Title of the sheet. */
  title: string;
  columns: readonly SheetColumn<R>[];
}

/**
 * The rows of a list as an .xlsx file, written down in the audit log.
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
