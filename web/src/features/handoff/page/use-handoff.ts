import { type HandoffCase, handoffCase, openHandoff } from '@cusp/contract/handoff';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
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
    // What failed on the way may be tried again, a refusal not.
    if ((error as ApiError).status === 0) spent.delete(code);
    throw error;
  }
  // A reload must not show a used code as an error.
  history.replaceState(history.state, '', location.pathname);
}

/** The case that this device was let into. */
export const useHandoff = (code: string, isOn: boolean): UseQueryResult<HandoffCase, ApiError> =>
  useQuery<HandoffCase, ApiError>({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      if (code && location.hash) await spend(code);
      return call(handoffCase, {}, { signal });
    },
    enabled: isOn,
    staleTime: 0,
    refetchInterval: 60_000,
  });
