import type { Route } from '@cusp/contract/endpoint';
import type { InputTo, ReplyFrom } from '@cusp/contract/endpoints';
import type { EventName } from '@cusp/contract/event-names';
import {
  type MutateOptions,
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

/** Begins with the word that live events make stale; `case`, `files` and `comments` go on with the case's id. */
export type CuspKey = readonly [CacheKey, ...unknown[]];

type QueryExtra<T> = Omit<UseQueryOptions<T, ApiError, T, CuspKey>, 'queryKey' | 'queryFn'>;

/** Reads an endpoint and keeps the answer under `key`; a query whose key is left cancels its request. */
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

export interface ChangeExtra<R extends Route>
  extends Omit<UseMutationOptions<ReplyFrom<R>, ApiError, InputTo<R>>, 'mutationFn'> {
  /** Queries that a change makes stale of which no event tells. What an event makes stale follows from `emits`. */
  stale?: R extends { emits: readonly EventName[] } ? never : readonly CuspKey[];
}

/** Changes something through an endpoint: `change.mutate({ params, body })`. */
export function useChange<R extends Route>(route: R, { stale, ...extra }: ChangeExtra<R> = {}) {
  const queries = useQueryClient();
  return useMutation<ReplyFrom<R>, ApiError, InputTo<R>>({
    ...extra,
    mutationFn: async (input) => {
      const reply = await call(route, input);
      refreshAfter(queries, route);
      for (const queryKey of stale ?? []) void queries.invalidateQueries({ queryKey });
      return reply;
    },
  });
}

type Outcome<R extends Route> = Pick<
  MutateOptions<ReplyFrom<R>, ApiError, InputTo<R>>,
  'onSuccess' | 'onError'
>;

/**
 * As `useChange`, for forms: while a request is on its way no other is sent, however fast somebody presses. `mutate`
 * then does nothing, and `mutateAsync` gives the reply of the one on its way. What `isPending` says reaches the screen
 * too late for a double click.
 */
export function useSubmit<R extends Route>(route: R, extra: ChangeExtra<R> = {}) {
  const running = useRef<Promise<ReplyFrom<R>> | null>(null);
  const change = useChange(route, extra);
  const mutateAsync = (input: InputTo<R>, then: Outcome<R> = {}): Promise<ReplyFrom<R>> => {
    running.current ??= change.mutateAsync(input, then).finally(() => {
      running.current = null;
    });
    return running.current;
  };
  return {
    ...change,
    mutateAsync,
    mutate(input: InputTo<R>, then: Outcome<R> = {}): void {
      // The outcome is told by `then` and by the state of the mutation.
      if (!running.current) mutateAsync(input, then).catch(() => {});
    },
  };
}
