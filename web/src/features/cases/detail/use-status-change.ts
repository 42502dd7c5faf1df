import { changeStatus, UNDO_MS } from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import type { CaseDetail, StatusAction } from '@cusp/contract/cases';
import { getCaseContent } from '@cusp/contract/cases.routes';
import { openActions, shownStatus } from '@cusp/dental/case-status';
import { fullName } from '@cusp/text/names';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useChange } from '../../../client/use-call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { withUndo } from '../../../ui/undo-offers.ts';
import { keepForLater } from '../../offline/offline.offers.ts';
import { setOf, useUndo } from '../use-undo.ts';

export interface StatusChange {
  /** The action that is being sent, or null. */
  pending: StatusAction | null;
  /** Takes an action. While one is being sent, it does nothing: it would get a conflict with that one. */
  take(action: StatusAction): void;
}

/** A case as the person saw it. */
interface Seen {
  id: number;
  status: Pick<CaseDetail['status'], 'code'>;
  /** '' without one. */
  patient: string;
}

/**
 * Changes the status of any case and offers to undo that. If another user has changed it, shows who did and reloads the
 * case.
 */
export function useStatusMove() {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { t: errors } = useTranslation('errors');
  const queries = useQueryClient();
  const change = useChange(changeStatus);
  const offerUndo = useUndo();

  const explainConflict = async (id: number, error: ApiError) => {
    if (error.code === 'proposal_open') {
      void queries.invalidateQueries({ queryKey: ['case'] });
      return toastError(t('detail.completeWaits'));
    }
    const now = await call(getCaseContent, { params: { id } }).catch(() => null);
    await queries.invalidateQueries({ queryKey: ['case'] });
    void queries.invalidateQueries({ queryKey: ['cases'] });
    if (!now) return;
    const moved = { status: dental(`statuses.${shownStatus(now.status.code)}`) };
    const name = error.changedBy;
    toastError(name ? t('detail.statusMovedBy', { ...moved, name }) : t('detail.statusMoved', moved));
  };
  const move = ({ id, status, patient }: Seen, action: StatusAction): Promise<void> =>
    withUndo(
      async (early) => {
        try {
          // The server's time to undo starts a little later than this.
          const until = Date.now() + UNDO_MS;
          const reply = await change.mutateAsync({ params: { id }, body: { action, was: status.code } });
          const name = patient || t('list.noPatient');
          offerUndo(t('undo.status', { name, status: dental(`statuses.${shownStatus(action)}`) }), {
            undo: reply.undo,
            until,
            early,
            newer: { name: 'post_status_modified', caseId: id, reply },
          });
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) return explainConflict(id, error);
          const isLost = error instanceof ApiError && error.code === 'offline';
          const waiting = { kind: 'status', body: { action, was: status.code } } as const;
          // Ctrl+Z during the request means that it must not be sent later.
          if (isLost && !early.isWanted && keepForLater(id, waiting)) return toastDone(t('offline.later'));
          toastError(errorText(errors, error));
        }
      },
      [setOf('post_status_modified', id)],
    );
  return { change, move };
}

/** The same for the open case, one action at a time. */
export function useStatusChange(dentalCase: Pick<CaseDetail, 'id' | 'status' | 'patient'>): StatusChange {
  const { id, status, patient } = dentalCase;
  const { change, move } = useStatusMove();
  const once = useSingleFlight();
  const seen = { id, status, patient: fullName(patient.firstname, patient.lastname) };
  return {
    pending: change.isPending ? (change.variables?.body.action ?? null) : null,
    take: (action) => void once(() => move(seen, action)),
  };
}

/**
 * Why the reader cannot set any status of a case: only the other side can, whose name is given, or no person here may.
 */
export function useWhyFixed() {
  const { t } = useTranslation('cases');
  return ({ usertype, status }: Pick<CaseListItem, 'usertype' | 'status'>, other: string): string => {
    const isOpenTo = (side: CaseListItem['usertype']) =>
      openActions(side, status.code, status.prev).length > 0;
    const isTheirs = !isOpenTo(usertype) && isOpenTo(usertype === 'OT' ? 'AU' : 'OT');
    return isTheirs && other ? t('detail.statusTheirs', { name: other }) : t('detail.statusFixed');
  };
}
