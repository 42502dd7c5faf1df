import type { Sheet, SheetSummary } from '@cusp/contract/sheets';
import type * as z from 'zod';
import { nameOf } from '../people/person.present.ts';
import type { AnySheetKind } from './sheet-kind.ts';
import { type BatchRow, HOURS, type SummaryRow } from './sheets.sql.ts';

const HOUR_MS = 3_600_000;

export function presentSummary(row: SummaryRow): z.input<typeof SheetSummary> {
  return {
    id: row.id,
    kind: row.kind,
    filename: row.filename,
    state: row.state,
    created_at: row.created_at.toISOString(),
    created_by: nameOf(row.by),
    rows_total: row.rows_total,
    rows_bad: row.rows_bad,
    applied_at: row.applied_at?.toISOString() ?? null,
    rows_applied: row.rows_applied,
    undo_until:
      row.may_undo && row.applied_at
        ? new Date(row.applied_at.getTime() + HOURS * HOUR_MS).toISOString()
        : null,
    rows_undone: row.rows_undone,
  };
}

export function presentSheet(kind: AnySheetKind, row: BatchRow): z.input<typeof Sheet> {
  const problems = Map.groupBy(row.problems, (problem) => problem.row);
  return {
    ...presentSummary(row),
    title: kind.title,
    version: kind.version,
    columns: kind.columns.map(({ title }) => title),
    rows: row.rows.map(([number, cells]) => ({
      row: number,
      cells: cells.map((cell) => cell?.text ?? ''),
      problems: (problems.get(number) ?? []).map(({ row: _, ...problem }) => problem),
    })),
  };
}
