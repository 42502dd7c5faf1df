import { undoChange } from '@cusp/contract/case-changes.routes';
import type { EventName } from '@cusp/contract/event-names';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isAfter } from '../../client/action-ids.ts';
import { ApiError, isTemporary } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { onLiveEvent } from '../../client/live/live-updates.ts';
import { refreshAfter } from '../../client/live/refresh-after.ts';
import { useUser } from '../../client/session/session-store.ts';
import { errorText } from '../../i18n/error-text.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { undoToast } from '../../ui/UndoToast.tsx';
import type { EarlyUndo } from '../../ui/undo-offers.ts';

/** Refused because of a newer change of one's own, which can be undone first. */
export const isOwnNewer = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'undo_own_newer';

/** The key of the value that a change of a case sets, by the event of such changes; for `sets` of an offer. */
export const setOf = (name: EventName, caseId: number): string => `${name} ${caseId}`;

export const canUndoLater = (error: unknown): boolean => isTemporary(error) || isOwnNewer(error);

interface Offered {
  /** Id of the change. */
  undo: number;
  /** When undo ends, by this page's clock. */
  until: number;
  early?: EarlyUndo | undefined;
  /**
   * The event of a newer change of the same kind, and the reply to this change. Undo is refused past another user's
   * newer change; a newer one of one's own is offered instead and can be undone first.
   */
  newer?: { name: EventName; caseId: number; reply: object };
}

/** Announces a change of a case, and offers to undo it until a moment by this page's clock. */
export function useUndo() {
  const { t } = useTranslation('cases');
  const { t: errors } = useTranslation('errors');
  const queries = useQueryClient();
  const { id: me } = useUser();
  return (text: string, { undo, until, early, newer }: Offered): void => {
    const offer = undoToast({
      text,
      until,
      early,
      sets: newer && [setOf(newer.name, newer.caseId)],
      async onUndo() {
        try {
          await call(undoChange, { params: { id: undo } });
          toastDone(t('undo.done'));
          return false;
        } catch (error) {
          const name = error instanceof ApiError && error.code === 'undo_changed' ? error.changedBy : '';
          toastError(name ? t('undo.changedBy', { name }) : errorText(errors, error));
          return canUndoLater(error);
        } finally {
          refreshAfter(queries, undoChange);
        }
      },
    });
    if (!newer) return;
    const stop = onLiveEvent(({ id, name, case_id, actor_id }) => {
      const isForeign = name === newer.name && case_id === newer.caseId && actor_id !== me;
      // After a reconnect the stream repeats earlier events of others.
      if (isForeign && isAfter(newer.reply, id) && offer.phase() === 'open') offer.end();
    });
    offer.subscribe(() => offer.phase() === 'over' && stop());
  };
}
