import { type HandoffCase, handoffCase, openHandoff } from '@cusp/contract/handoff';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';

const KEY = ['handoff'];

/** Codes that were spent already, with what came of it: a code works once, and React may ask twice. */
const spent = new Map<string, Promise<unknown>>();

/** Spends the code of the address, once; without one the device keeps the case it has. */
async function spend(code: string): Promise<void> {
  const known = spent.get(code) ?? call(openHandoff, { body: { code } });
  spent.set(code, known);
  try {
    await known;
  } catch (error) {
    if ((error as ApiError).code !== 'handoff_code_invalid') spent.delete(code);
    throw error;
  }
  // A reload must not show a used code as an error.
  history.replaceState(history.state, '', location.pathname);
}

/** The case that this device was let into. A page never turns to another case that the device opened meanwhile. */
export function useHandoff(code: string, isOn: boolean): UseQueryResult<HandoffCase, ApiError> {
  const queries = useQueryClient();
  return useQuery<HandoffCase, ApiError>({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      if (code && location.hash) await spend(code);
      const connection = queries.getQueryData<HandoffCase>(KEY)?.connection;
      return call(handoffCase, { query: { connection } }, { signal });
    },
    enabled: isOn,
    staleTime: 0,
    refetchInterval: 60_000,
  });
}
