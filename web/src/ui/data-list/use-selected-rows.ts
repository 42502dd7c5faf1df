import { useMemo, useState } from 'react';

export interface SelectedRows<Row> {
  /** Selected rows by id, those of other pages included. */
  rows: ReadonlyMap<number, Row>;
  has(id: number): boolean;
  toggle(row: Row, id: number): void;
  /** Selects all rows of a page, or deselects them if all are selected. */
  togglePage(rows: readonly Row[], idOf: (row: Row) => number): void;
  /** Keeps only the selected rows with these ids. */
  keep(ids: ReadonlySet<number>): void;
  clear(): void;
}

/** Rows that the user selected; the selection stays while they go to other pages or search. */
export function useSelectedRows<Row>(): SelectedRows<Row> {
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>(new Map());
  return useMemo(
    () => ({
      rows,
      has: (id) => rows.has(id),
      toggle: (row, id) =>
        setRows((before) => {
          const next = new Map(before);
          if (!next.delete(id)) next.set(id, row);
          return next;
        }),
      togglePage: (page, idOf) =>
        setRows((before) => {
          const next = new Map(before);
          const isFull = page.every((row) => before.has(idOf(row)));
          for (const row of page) isFull ? next.delete(idOf(row)) : next.set(idOf(row), row);
          return next;
        }),
      keep: (ids) => setRows((before) => new Map([...before].filter(([id]) => ids.has(id)))),
      clear: () => setRows(new Map()),
    }),
    [rows],
  );
}
