import type { CaseListItem } from '@cusp/contract/case-list';
import { type CaseDetail, getCase, getCaseByNo } from '@cusp/contract/cases';
import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { caseKeyOf } from '../case-facts.ts';
import { unreadAtFirst } from '../comments/new-comments.ts';

/** One case by what stands in the address. Opening it counts its comments as read, in the list too. */
export function useCase(caseNo: string): UseQueryResult<CaseDetail, ApiError> {
  const queries = useQueryClient();
  const key = caseKeyOf(caseNo);
  const query = useQuery<CaseDetail, ApiError>({
    queryKey: ['case', key && ('id' in key ? key.id : key.no)],
    enabled: key !== null,
    queryFn: ({ signal }) =>
      key && 'no' in key
        ? call(getCaseByNo, { params: key }, { signal })
        : call(getCase, { params: { id: key?.id ?? 0 } }, { signal }),
  });
  const id = query.data?.id;
  const answered = query.dataUpdatedAt;
  useEffect(() => {
    if (id === undefined || answered === 0) return;
    markRead(queries, id);
    void queries.invalidateQueries({ queryKey: ['today'] });
  }, [queries, id, answered]);
  return query;
}

type Rows = { posts: CaseListItem[] };

const hasRows = (data: unknown): data is Rows =>
  typeof data === 'object' && data !== null && 'posts' in data && Array.isArray(data.posts);

/** Takes the mark of unread comments from a row of every list that is loaded. */
function markRead(queries: QueryClient, id: number): void {
  queries.setQueriesData({ queryKey: ['cases'] }, (data: unknown) => {
    if (!hasRows(data) || !data.posts.some((row) => row.id === id && row.unread_comments > 0)) return data;
    return {
      ...data,
      posts: data.posts.map((row) =>
        row.id === id ? { ...row, unread_comments: 0, unread_mention: false } : row,
      ),
    };
  });
}

/**
 * How many comments were unread before the case was opened. Asked while its answer is drawn for the first time: as soon
 * as that stands, the lists count them as read.
 */
export function useUnreadBefore(
  caseNo: string,
  { data, isFetchedAfterMount }: Pick<UseQueryResult<CaseDetail>, 'data' | 'isFetchedAfterMount'>,
): number {
  const queries = useQueryClient();
  const [unread, setUnread] = useState<number>();
  if (data && unread === undefined)
    setUnread(
      unreadAtFirst(data.comments, { listed: unreadIn(queries, caseNo), isFresh: isFetchedAfterMount }),
    );
  return unread ?? 0;
}

/** How many comments of a case the lists count as unread, by its number or id; 0 when no list knows it. */
function unreadIn(queries: QueryClient, caseNo: string): number {
  for (const [, data] of queries.getQueriesData({ queryKey: ['cases'] })) {
    const row = hasRows(data) && data.posts.find((each) => each.no === caseNo || String(each.id) === caseNo);
    if (row) return row.unread_comments;
  }
  return 0;
}
