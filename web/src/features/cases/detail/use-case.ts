import { type CaseDetail, getCase, getCaseByNo } from '@cusp/contract/cases';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { caseKeyOf } from '../case-facts.ts';

/** One case by what stands in the address. */
export function useCase(caseNo: string): UseQueryResult<CaseDetail, ApiError> {
  const key = caseKeyOf(caseNo);
  return useQuery<CaseDetail, ApiError>({
    queryKey: ['case', key && ('id' in key ? key.id : key.no)],
    enabled: key !== null,
    queryFn: ({ signal }) =>
      key && 'no' in key
        ? call(getCaseByNo, { params: key }, { signal })
        : call(getCase, { params: { id: key?.id ?? 0 } }, { signal }),
  });
}
