import { removeCases, UNDO_MS, undoRemoveCases } from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { useQueryClient } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { refreshAfter } from '../../../client/live/refresh-after.ts';
import { useChange } from '../../../client/use-call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { showNotice, toastError } from '../../../ui/toast.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { isAddress } from '../case-paths.ts';
import type { OutcomeProps } from './UndoNotice.tsx';
import { UndoNotice } from './UndoNotice.tsx';

const NONE: ReadonlySet<number> = new Set();

/** The result of a response for the requested rows. */
function outcomeOf(reply: ReplyFrom<typeof removeCases>, rows: readonly CaseListItem[]): OutcomeProps {
  const items = new Map(rows.map((item) => [item.id, item]));
  return {
    deleted: reply.deleted.flatMap((id) => items.get(id) ?? []),
    kept: reply.kept.flatMap(({ id, code }) => {
      const item = items.get(id);
      return item ? { item, code } : [];
    }),
  };
}

/** Checked cases and deleting them. Another list or page starts without checks. */
export function useChecked(
  rows: readonly CaseListItem[],
  list: string,
  open: string | undefined,
  onRemoved: (ids: ReadonlySet<number>) => void,
) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const [marks, setMarks] = useState({ list, ids: NONE });
  const change = useChange(removeCases);
  const once = useSingleFlight();

  const enabled = rows.filter((item) => item.del_enabled);
  const known = marks.list === list ? marks.ids : NONE;
  const ids = known.size === 0 ? NONE : new Set(enabled.flatMap(({ id }) => (known.has(id) ? [id] : [])));

  // The same for each list, because another one would render all rows again.
  const check = useLatest((id: number, on: boolean) =>
    setMarks((before) => {
      const next = new Set(before.list === list ? before.ids : NONE);
      if (on) next.add(id);
      else next.delete(id);
      return { list, ids: next };
    }),
  );

  const askAndRemove = async () => {
    const yes = await confirm({
      title: t('common:warning'),
      content: `${t('list.deleteQuestion')} ${t('list.deleteHint')}`,
      ok: t('common:delete'),
      danger: true,
    });
    if (!yes) return;
    const [only] = ids.size === 1 ? ids : [0];
    // The server's undo time starts a little later than this.
    const until = Date.now() + UNDO_MS;
    const asked = ids;
    const body = { ids: [...asked] };
    const reply = await change.mutateAsync({ params: { id: only ?? 0 }, body }).catch((error: unknown) => {
      const none = body.ids.length > 1 ? `${t('list.noneDeleted')} ` : '';
      toastError(none + errorText(errors, error));
      void queries.invalidateQueries({ queryKey: ['cases'] });
    });
    if (!reply) return;
    // Cases that have disappeared leave the list too; those that may not be deleted stay.
    const staying = new Set(reply.kept.flatMap(({ id, code }) => (code === 'case_not_deletable' ? id : [])));
    onRemoved(new Set(body.ids.filter((id) => !staying.has(id))));
    // Keeps boxes that were checked during the request.
    setMarks((before) => ({ ...before, ids: new Set([...before.ids].filter((id) => !asked.has(id))) }));
    const { deletion } = reply;
    const outcome = outcomeOf(reply, rows);
    const onUndone = () => refreshAfter(queries, undoRemoveCases);
    void showNotice((close) => createElement(UndoNotice, { ...outcome, deletion, until, onUndone, close }));
    const openIsGone = rows.some(
      (item) => asked.has(item.id) && !staying.has(item.id) && (item.no === open || String(item.id) === open),
    );
    if (!openIsGone) return;
    // The list will select another case, so refetch it before it can select the deleted one.
    await queries.invalidateQueries({ queryKey: ['cases'] }, { cancelRefetch: false });
    if (isAddress(pathname, search)) void navigate({ pathname: PAGES.cases, search }, { replace: true });
  };

  return {
    ids,
    /** Number of rows that can be checked. */
    checkable: enabled.length,
    check,
    checkAll: (all: boolean) => setMarks({ list, ids: all ? new Set(enabled.map(({ id }) => id)) : NONE }),
    remove: () => void once(askAndRemove),
  };
}
