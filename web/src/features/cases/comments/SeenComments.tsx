import type { CaseComment } from '@cusp/contract/case-comment';
import type { CaseListItem } from '@cusp/contract/case-list';
import type { CaseDetail } from '@cusp/contract/cases';
import { MAX_SEEN, seeComments } from '@cusp/contract/comments.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  type RefCallback,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { SeenWatch } from './seen-watch.ts';

const RETRY_MS = 10_000;

type Watching = (commentId: number, element: Element) => () => void;
const Watch = createContext<Watching>(() => () => {});

/** A ref for the element of a comment: after enough time in view the comment counts as read. */
export function useSeen({ id, author, is_unread }: CaseComment): RefCallback<HTMLElement> {
  const watch = useContext(Watch);
  const isNew = is_unread && author !== 1;
  return useCallback((element) => (element && isNew ? watch(id, element) : undefined), [watch, id, isNew]);
}

interface SeenCommentsProps {
  caseId: number;
  /** Off until the person interacts with the case. */
  isOn: boolean;
  children: ReactNode;
}

/** Reports the comments of a case that were in view, and marks them as read in this tab. */
export function SeenComments({ caseId, isOn, children }: SeenCommentsProps) {
  const queries = useQueryClient();
  const [watch] = useState(() => {
    const seen: SeenWatch = new SeenWatch((ids) => void report(queries, seen, caseId, ids));
    return seen;
  });
  const watching = useCallback<Watching>((id, element) => watch.watch(id, element), [watch]);
  useEffect(() => {
    watch.turn(isOn);
    return () => watch.turn(false);
  }, [watch, isOn]);
  return <Watch value={watching}>{children}</Watch>;
}

async function report(
  queries: QueryClient,
  watch: SeenWatch,
  caseId: number,
  ids: readonly number[],
): Promise<void> {
  const commentIds = ids.slice(0, MAX_SEEN);
  try {
    const input = { params: { id: caseId }, body: { commentIds } };
    // Sent even if the case has been closed. Viewing is not an activity that extends the session.
    const left = await call(seeComments, input, { keepalive: true, isOwnAccord: true });
    markSeen(queries, caseId, new Set(commentIds), left);
    void queries.invalidateQueries({ queryKey: ['today'] });
    if (ids.length > MAX_SEEN) await report(queries, watch, caseId, ids.slice(MAX_SEEN));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) watch.retry(ids, RETRY_MS);
  }
}

type Left = ReplyFrom<typeof seeComments>;

const has = <K extends string>(data: unknown, key: K): data is Record<K, unknown> =>
  typeof data === 'object' && data !== null && key in data;
const isOf = (data: unknown, id: number): data is CaseDetail =>
  has(data, 'id') && has(data, 'comments') && data.id === id;
const isList = (data: unknown): data is { posts: CaseListItem[] } =>
  has(data, 'posts') && Array.isArray(data.posts);

/** Clears the unread marks in every cached response of this tab. */
function markSeen(queries: QueryClient, caseId: number, seen: ReadonlySet<number>, left: Left): void {
  queries.setQueriesData({ queryKey: ['case'] }, (data: unknown) => {
    if (!isOf(data, caseId)) return data;
    const read = (each: CaseComment) => (seen.has(each.id) ? { ...each, is_unread: false } : each);
    return { ...data, comments: data.comments.map(read) };
  });
  queries.setQueriesData({ queryKey: ['cases'] }, (data: unknown) => {
    if (!isList(data) || !data.posts.some(({ id }) => id === caseId)) return data;
    return { ...data, posts: data.posts.map((row) => (row.id === caseId ? { ...row, ...left } : row)) };
  });
}
