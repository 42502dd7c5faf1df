import type { CallInput, Endpoint, ReplyOf } from '@cusp/contract/endpoint';
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
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  key: CuspKey,
  extra: QueryExtra<ReplyOf<E>> = {},
) {
  return useQuery<ReplyOf<E>, ApiError, ReplyOf<E>, CuspKey>({
    ...extra,
    queryKey: key,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
}

export interface ChangeExtra<E extends Endpoint>
  extends Omit<UseMutationOptions<ReplyOf<E>, ApiError, CallInput<E>>, 'mutationFn'> {
  /** Queries that a change makes stale of which no event tells. What an event makes stale follows from `emits`. */
  stale?: E extends { emits: readonly EventName[] } ? never : readonly CuspKey[];
}

/** Changes something through an endpoint: `change.mutate({ params, body })`. */
export function useChange<E extends Endpoint>(endpoint: E, { stale, ...extra }: ChangeExtra<E> = {}) {
  const queries = useQueryClient();
  return useMutation<ReplyOf<E>, ApiError, CallInput<E>>({
    ...extra,
    mutationFn: async (input) => {
      const reply = await call(endpoint, input);
      refreshAfter(queries, endpoint);
      for (const queryKey of stale ?? []) void queries.invalidateQueries({ queryKey });
      return reply;
    },
  });
}

type Outcome<E extends Endpoint> = Pick<
  MutateOptions<ReplyOf<E>, ApiError, CallInput<E>>,
  'onSuccess' | 'onError'
>;

/**
 * As `useChange`, for forms: while a request is on its way no other is sent, however fast somebody presses. `mutate`
 * then does nothing, and `mutateAsync` gives the reply of the one on its way. What `isPending` says reaches the screen
 * too late for a double click.
 */
export function useSubmit<E extends Endpoint>(endpoint: E, extra: ChangeExtra<E> = {}) {
  const running = useRef<Promise<ReplyOf<E>> | null>(null);
  const change = useChange(endpoint, extra);
  const mutateAsync = (input: CallInput<E>, then: Outcome<E> = {}): Promise<ReplyOf<E>> => {
    running.current ??= change.mutateAsync(input, then).finally(() => {
      running.current = null;
    });
    return running.current;
  };
  return {
    ...change,
    mutateAsync,
    mutate(input: CallInput<E>, then: Outcome<E> = {}): void {
      // The outcome is told by `then` and by the state of the mutation.
      if (!running.current) mutateAsync(input, then).catch(() => {});
    },
  };
}
