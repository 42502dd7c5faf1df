import type { Notice } from '@cusp/contract/inbox';
import { changeAllNotices, changeNotices, listInbox, MAX_INBOX_CHANGE } from '@cusp/contract/inbox.routes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../client/call.ts';
import { useChange } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { toastError } from '../../ui/toast.ts';
import { undoToast } from '../../ui/UndoToast.tsx';
import { type EarlyUndo, withUndo } from '../../ui/undo-offers.ts';
import { endOfPause, type Pause } from './snooze-times.ts';

export const PARTS = ['inbox', 'snoozed', 'done'] as const;
export type Part = (typeof PARTS)[number];

/** A part of the inbox, in pages. */
export const useNotices = (show: Part) =>
  useInfiniteQuery({
    queryKey: ['inbox', show],
    queryFn: ({ pageParam, signal }) =>
      call(listInbox, { query: { show, ...(pageParam === null ? {} : { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });

/** Actions on notices. */
export function useNoticeChanges() {
  const { t } = useTranslation('inbox');
  const { t: errors } = useTranslation('errors');
  const { dateTime } = useFormat();
  const onError = (error: unknown) => toastError(errorText(errors, error));
  const change = useChange(changeNotices, { onError });
  const changeAll = useChange(changeAllNotices, { onError });
  const set = ({ id }: Notice, to: 'read' | 'unread' | 'open') =>
    change.mutate({ body: { ids: [id], change: to } });
  /** Offers to restore notices to their previous state. */
  const offerUndo = (text: string, ids: readonly number[], early: EarlyUndo) =>
    undoToast({
      text,
      early,
      async onUndo() {
        try {
          for (let at = 0; at < ids.length; at += MAX_INBOX_CHANGE)
            await change.mutateAsync({
              body: { ids: ids.slice(at, at + MAX_INBOX_CHANGE), change: 'undo' },
            });
          return false;
        } catch {
          return true;
        }
      },
    });
  /** Offers undo once a change has succeeded. Not an option of `mutate`, which the next change or leaving the page drops. */
  const andOffer = <Reply>(reply: Promise<Reply>, text: string, idsOf: (reply: Reply) => readonly number[]) =>
    void withUndo((early) =>
      reply.then(
        (done) => {
          const ids = idsOf(done);
          if (ids.length > 0) offerUndo(text, ids, early);
        },
        // `onError` explains it.
        () => undefined,
      ),
    );
  return {
    set,
    done: ({ id }: Notice) =>
      andOffer(change.mutateAsync({ body: { ids: [id], change: 'done' } }), t('doneToast'), () => [id]),
    snooze: ({ id }: Notice, pause: Pause) => {
      const until = endOfPause(pause).toISOString();
      const reply = change.mutateAsync({ body: { ids: [id], change: 'snooze', until } });
      andOffer(reply, t('until', { when: dateTime(until) }), () => [id]);
    },
    readAll: (upTo: string) => changeAll.mutate({ body: { change: 'read', up_to: upTo } }),
    doneAll: (upTo: string) =>
      andOffer(
        changeAll.mutateAsync({ body: { change: 'done', up_to: upTo } }),
        t('doneToast'),
        ({ ids }) => ids,
      ),
    isBusy: changeAll.isPending,
  };
}

export type NoticeChanges = ReturnType<typeof useNoticeChanges>;
