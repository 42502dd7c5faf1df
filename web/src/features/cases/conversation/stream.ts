import type { CaseComment } from '@cusp/contract/cases';
import type { HistoryAction, HistoryEntry } from '@cusp/contract/history';

/** One row of the stream. A `gap` is the place where earlier history has not been loaded. */
export type StreamItem = { id: string; at: string } & (
  | { kind: 'comment'; comment: CaseComment }
  | { kind: 'entry'; entry: HistoryEntry }
  | { kind: 'gap' }
);

/** The stream shows the comments themselves. */
const SHOWN_AS_COMMENT: ReadonlySet<HistoryAction> = new Set(['comment_added', 'comment_edited']);

interface StreamOptions {
  /** Number of the latest comments to show. */
  limit: number;
  /** Comments that are shown even if they are older, with all after them. */
  fresh: ReadonlySet<number>;
  /** Whether the history has entries before the loaded ones. */
  hasEarlier: boolean;
}

interface Stream {
  /** Oldest first. */
  items: StreamItem[];
  /** Number of earlier comments that are left out. */
  hidden: number;
}

/**
 * Comments and history of a case in one stream. History from before the first comment shown is left out together with
 * the earlier comments.
 *
 * @param comments Oldest first.
 * @param entries In any order; an entry that appears on two pages is listed once, at its latest time.
 */
export function streamOf(
  comments: readonly CaseComment[],
  entries: readonly HistoryEntry[],
  { limit, fresh, hasEarlier }: StreamOptions,
): Stream {
  const firstFresh = comments.findIndex(({ id }) => fresh.has(id));
  const latest = Math.max(0, comments.length - limit);
  const hidden = firstFresh < 0 ? latest : Math.min(latest, firstFresh);
  const shown = comments.slice(hidden);
  const since = hidden > 0 && shown[0] ? Date.parse(shown[0].created_date) : Number.NEGATIVE_INFINITY;
  const known = new Map<string, HistoryEntry>();
  for (const entry of entries) {
    const before = known.get(entry.id);
    if (!before || Date.parse(before.at) < Date.parse(entry.at)) known.set(entry.id, entry);
  }
  const oldest = Math.min(...[...known.values()].map(({ at }) => Date.parse(at)));
  const listed = [...known.values()].filter(
    ({ action, at }) => !SHOWN_AS_COMMENT.has(action) && Date.parse(at) >= since,
  );
  const isGapShown = hasEarlier && Number.isFinite(oldest) && oldest >= since;
  const items: StreamItem[] = [
    ...(isGapShown ? [{ id: 'gap', at: new Date(oldest).toISOString(), kind: 'gap' as const }] : []),
    ...shown.map((comment) => ({
      id: `c${comment.id}`,
      at: comment.created_date,
      kind: 'comment' as const,
      comment,
    })),
    ...listed.map((entry) => ({ id: entry.id, at: entry.at, kind: 'entry' as const, entry })),
  ];
  // The sort is stable: the gap comes first among items of the same moment.
  return { items: items.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)), hidden };
}

export interface StreamDay {
  /** Any moment of that day. */
  at: string;
  items: StreamItem[];
}

/** Items, oldest first, grouped by day in the person's time zone. */
export function daysOf(items: readonly StreamItem[]): StreamDay[] {
  const days: StreamDay[] = [];
  for (const item of items) {
    const last = days.at(-1);
    if (last && new Date(last.at).toDateString() === new Date(item.at).toDateString()) last.items.push(item);
    else days.push({ at: item.at, items: [item] });
  }
  return days;
}
