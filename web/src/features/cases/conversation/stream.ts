import type { CaseComment } from '@cusp/contract/case-comment';
import type { HistoryAction, HistoryEntry } from '@cusp/contract/history';

/** One row of the stream. A `gap` is the place where earlier history has not been loaded. */
export type StreamItem = { id: string; at: string } & (
  | Thread
  | { kind: 'entry'; entry: HistoryEntry }
  | { kind: 'gap' }
);

/** A comment with its replies, oldest first; `comment` is null if it was deleted. */
export interface Thread {
  kind: 'thread';
  comment: CaseComment | null;
  replies: CaseComment[];
}

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
 * Comments and history of a case in one stream, each comment with all its replies. History from before the first comment shown is left out together with
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
  const first = firstFresh < 0 ? latest : Math.min(latest, firstFresh);
  const wanted = new Set(comments.slice(first).map(threadOf));
  const shown = comments.filter((comment) => wanted.has(threadOf(comment)));
  const since = first > 0 ? Date.parse(comments[first]?.created_date ?? '') : Number.NEGATIVE_INFINITY;
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
    ...threadsOf(shown),
    ...listed.map((entry) => ({ id: entry.id, at: entry.at, kind: 'entry' as const, entry })),
  ];
  // The sort is stable: the gap comes first among items of the same moment.
  return {
    items: items.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    hidden: comments.length - shown.length,
  };
}

const threadOf = ({ id, thread_id }: CaseComment): number => thread_id ?? id;

/** Comments with their replies, each at the time of the comment, or of the first reply if that was deleted. */
function threadsOf(comments: readonly CaseComment[]): StreamItem[] {
  const threads = Map.groupBy(comments, threadOf);
  return [...threads].map(([id, [first, ...rest]]) => {
    const comment = first?.id === id ? first : null;
    const replies = comment ? rest : [first, ...rest].filter((each) => each !== undefined);
    return { id: `c${id}`, at: first?.created_date ?? '', kind: 'thread', comment, replies };
  });
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
