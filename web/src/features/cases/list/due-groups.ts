import type { CaseListItem } from '@cusp/contract/case-list';
import { FINISHED } from '@cusp/dental/due';

type Row = Pick<CaseListItem, 'id' | 'deliverydt'> & { status: Pick<CaseListItem['status'], 'code'> };

/** `past` is `overdue` including finished cases, which are not overdue. */
export type DueGroup = 'overdue' | 'past' | 'week' | 'later' | 'none';

/** The Sunday of the week of a day `YYYY-MM-DD`; weeks begin on Monday, as in the date picker. */
export function lastDayOfWeek(today: string): string {
  const day = new Date(`${today}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

/**
 * The group that begins at each row, keyed by the row's id, for rows in order of their delivery date. A group that
 * continues from the previous page gets its heading again at the top.
 */
export function dueGroups(rows: readonly Row[], today: string): ReadonlyMap<number, DueGroup> {
  const sunday = lastDayOfWeek(today);
  const placeOf = ({ deliverydt }: Row) => {
    const day = deliverydt?.slice(0, 10);
    if (!day) return 'none';
    if (day < today) return 'overdue';
    return day <= sunday ? 'week' : 'later';
  };
  const isFinished = ({ status }: Row) => FINISHED.some((code) => code === status.code);
  const hasDone = rows.some((row) => placeOf(row) === 'overdue' && isFinished(row));
  const begins = new Map<number, DueGroup>();
  let last: DueGroup | null = null;
  for (const row of rows) {
    const place = placeOf(row);
    if (place === last) continue;
    last = place;
    begins.set(row.id, place === 'overdue' && hasDone ? 'past' : place);
  }
  return begins;
}
