import type { Route } from '@cusp/contract/endpoint';
import type { InputTo, ReplyFrom } from '@cusp/contract/endpoints';
import type { EventName } from '@cusp/contract/event-names';
import {
  type MutateOptions,
  type QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { refreshAfter } from './live/refresh-after.ts';
import type { CacheKey } from './live/staleness.ts';
import { useSingleFlight } from './use-single-flight.ts';

/** Starts with the name that live events invalidate; `case`, `files` and `comments` continue with the case's id. */
export type CuspKey = readonly [CacheKey, ...unknown[]];

type QueryExtra<T> = Omit<UseQueryOptions<T, ApiError, T, CuspKey>, 'queryKey' | 'queryFn'>;

/** Reads an endpoint and caches the response under `key`; unmounting the last user of a key cancels its request. */
export function useCall<R extends Route>(
  route: R,
  input: InputTo<R>,
  key: CuspKey,
  extra: QueryExtra<ReplyFrom<R>> = {},
) {
  return useQuery<ReplyFrom<R>, ApiError, ReplyFrom<R>, CuspKey>({
    ...extra,
    queryKey: key,
    queryFn: ({ signal }) => call(route, input, { signal }),
  });
}

/**
 * Requests the data that `useCall` with the same arguments will show; it then waits for this request instead of sending
 * another one.
 */
export function requestAhead<R extends Route>(
  queries: QueryClient,
  route: R,
  input: InputTo<R>,
  key: CuspKey,
): void {
  void queries.prefetchQuery({ queryKey: key, queryFn: ({ signal }) => call(route, input, { signal }) });
}

export interface ChangeExtra<R extends Route>
  extends Omit<UseMutationOptions<ReplyFrom<R>, ApiError, InputTo<R>>, 'mutationFn'> {
  /** Queries that a change without an event invalidates. Changes with events derive this from `emits`. */
  stale?: R extends { emits: readonly EventName[] } ? never : readonly CuspKey[];
  /** Whether a failure invalidates them too: the change may be refused because the page is out of date. */
  isStaleOnError?: boolean;
}

/** Changes data through an endpoint: `change.mutate({ params, body })`. */
export function useChange<R extends Route>(
  route: R,
  { stale, isStaleOnError = false, ...extra }: ChangeExtra<R> = {},
) {
  const queries = useQueryClient();
  const refresh = () => {
    for (const queryKey of stale ?? []) void queries.invalidateQueries({ queryKey });
  };
  return useMutation<ReplyFrom<R>, ApiError, InputTo<R>>({
    ...extra,
    mutationFn: async (input) => {
      const reply = await call(route, input).catch((error: unknown) => {
        if (isStaleOnError) refresh();
        throw error;
      });
      refreshAfter(queries, route);
      refresh();
      return reply;
    },
  });
}

type Outcome<R extends Route> = Pick<
  MutateOptions<ReplyFrom<R>, ApiError, InputTo<R>>,
  'onSuccess' | 'onError'
>;

/**
 * As `useChange`, for forms: one request at a time. While one is in flight, `mutate` does nothing,
 * `mutateAsync` returns the response of that request, and `reset` keeps it, so that its outcome is shown.
 */
export function useSubmit<R extends Route>(route: R, extra: ChangeExtra<R> = {}) {
  const once = useSingleFlight<ReplyFrom<R>>();
  const isInFlight = useRef(false);
  const change = useChange(route, {
    ...extra,
    onSuccess(...outcome) {
      isInFlight.current = false;
      return extra.onSuccess?.(...outcome);
    },
    onError(...outcome) {
      isInFlight.current = false;
      return extra.onError?.(...outcome);
    },
  });
  const mutateAsync = (input: InputTo<R>, then: Outcome<R> = {}): Promise<ReplyFrom<R>> =>
    once(() => {
      isInFlight.current = true;
      return change.mutateAsync(input, then);
    });
  return {
    ...change,
    mutateAsync,
    reset() {
      if (!isInFlight.current) change.reset();
    },
    mutate(input: InputTo<R>, then: Outcome<R> = {}): void {
      // `then` and the state of the mutation report the outcome.
      mutateAsync(input, then).catch(() => {});
    },
  };
}
