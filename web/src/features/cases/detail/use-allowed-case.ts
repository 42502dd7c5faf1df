import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { beginUpload } from '@cusp/contract/uploads.routes';
import { useMemo } from 'react';
import { useIsGuest } from '../../../client/session/session-store.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';

/**
 * The case with the rights of this page, and whether it may add files. The server decides what the person may do; a
 * support tab may do none of it, and a guest takes part until the case is closed.
 */
export function useAllowedCase(dentalCase: CaseDetail): [allowed: CaseDetail, mayUpload: boolean] {
  const mayChange = useMayCall(changeStatus);
  const mayUpload = useMayCall(beginUpload);
  const isGuest = useIsGuest();
  const allowed = useMemo(() => {
    if (!mayChange || isOverForGuest(dentalCase, isGuest)) return onlyRead(dentalCase);
    return isGuest ? { ...dentalCase, can_assign: false, edit_order: null } : dentalCase;
  }, [mayChange, isGuest, dentalCase]);
  return [allowed, mayUpload];
}

/** Guests only read closed cases. */
export const isOverForGuest = ({ status }: Pick<CaseDetail, 'status'>, isGuest: boolean): boolean =>
  isGuest && status.code === 'CLSD';

const onlyRead = (dentalCase: CaseDetail): CaseDetail => ({
  ...dentalCase,
  actions: [],
  can_assign: false,
  edit_order: null,
  comments: dentalCase.comments.map((comment) => ({ ...comment, is_editable: false })),
});
