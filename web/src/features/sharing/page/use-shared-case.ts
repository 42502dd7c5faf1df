import { type SharedCase, sharedCase } from '@cusp/contract/sharing';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';

/** The case behind a link. Each request counts as an opening, so it is asked for once a visit. */
export const useSharedCase = (token: string): UseQueryResult<SharedCase, ApiError> =>
  useQuery<SharedCase, ApiError>({
    queryKey: ['shared-case', token],
    queryFn: ({ signal }) => call(sharedCase, { query: { data: token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
