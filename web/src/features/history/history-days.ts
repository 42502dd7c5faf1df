import type { HistoryEntry } from '@cusp/contract/history';

interface HistoryDay {
  /** A moment of that day. */
  at: string;
  entries: HistoryEntry[];
}

/**
 * The entries of all pages by day, in the person's own time zone. What moved to a later page meanwhile, because
 * more was gathered into it, is told once, where it stands now.
 */
export function historyDays(pages: readonly { entries: readonly HistoryEntry[] }[]): HistoryDay[] {
  const seen = new Set<string>();
  const days: HistoryDay[] = [];
  for (const entry of pages.flatMap(({ entries }) => entries)) {
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    const last = days.at(-1);
    if (last && new Date(last.at).toDateString() === new Date(entry.at).toDateString())
      last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}
