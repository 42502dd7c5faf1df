import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { useMemo } from 'react';
import { useMayCall } from '../../../client/session/use-may-call.ts';

/**
 * The case with what this page may do to it, and whether it may change it at all. The server says what the person may
 * do; a support tab may do none of it.
 */
export function useAllowedCase(dentalCase: CaseDetail): [allowed: CaseDetail, mayChange: boolean] {
  const mayChange = useMayCall(changeStatus);
  const allowed = useMemo(() => (mayChange ? dentalCase : onlyRead(dentalCase)), [mayChange, dentalCase]);
  return [allowed, mayChange];
}

const onlyRead = (dentalCase: CaseDetail): CaseDetail => ({
  ...dentalCase,
  actions: [],
  can_assign: false,
  edit_order: null,
  comments: dentalCase.comments.map((comment) => ({ ...comment, is_editable: false })),
});
