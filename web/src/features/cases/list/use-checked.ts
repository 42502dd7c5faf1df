import type { CaseListItem } from '@cusp/contract/case-list';
import { removeCases } from '@cusp/contract/cases';
import { PAGES } from '@cusp/contract/pages';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';

const NONE: ReadonlySet<number> = new Set();

/** Which cases are checked, and deleting them. Another list or page begins with none. */
export function useChecked(rows: readonly CaseListItem[], list: string, open: string | undefined) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const { search } = useLocation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const [marks, setMarks] = useState({ list, ids: NONE });
  const change = useChange(removeCases, {
    stale: [['cases'], ['status-counts'], ['restoration-counts'], ['activities'], ['today'], ['weeks']],
  });

  const enabled = rows.filter((item) => item.del_enabled);
  const known = marks.list === list ? marks.ids : NONE;
  const ids = known.size === 0 ? NONE : new Set(enabled.flatMap(({ id }) => (known.has(id) ? [id] : [])));

  const check = useCallback(
    (id: number, on: boolean) =>
      setMarks((before) => {
        const next = new Set(before.list === list ? before.ids : NONE);
        if (on) next.add(id);
        else next.delete(id);
        return { list, ids: next };
      }),
    [list],
  );

  const remove = async () => {
    const yes = await confirm({
      title: t('common:warning'),
      content: t('list.deleteQuestion'),
      ok: t('common:delete'),
      danger: true,
    });
    if (!yes) return;
    const [only] = ids.size === 1 ? ids : [0];
    try {
      await change.mutateAsync({ params: { id: only ?? 0 }, body: { ids: [...ids] } });
    } catch (error) {
      return toastError(errorText(errors, error));
    }
    setMarks({ list, ids: NONE });
    toastDone(t('list.deleted', { count: ids.size }));
    const openIsGone = rows.some(
      (item) => ids.has(item.id) && (item.no === open || String(item.id) === open),
    );
    if (!openIsGone) return;
    // The list chooses another case, so it must not know the deleted one any more.
    await queries.invalidateQueries({ queryKey: ['cases'] }, { cancelRefetch: false });
    navigate({ pathname: PAGES.cases, search }, { replace: true });
  };

  return {
    ids,
    /** How many of the rows can be checked. */
    checkable: enabled.length,
    check,
    checkAll: (all: boolean) => setMarks({ list, ids: all ? new Set(enabled.map(({ id }) => id)) : NONE }),
    remove: () => void remove(),
  };
}
