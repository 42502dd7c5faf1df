import { useTranslation } from 'react-i18next';
import { shownStatus } from '../../ui/StatusBadge.tsx';
import type { Activity } from './activity-list.ts';

/** What somebody did, in words: of a changed status or assignee also from what to what, where it is known. */
export function useDeed(): (entry: Pick<Activity, 'action' | 'status' | 'assignee'>) => string {
  const { t } = useTranslation('dashboard');
  const { t: dental } = useTranslation('dental');
  const { t: common } = useTranslation('common');
  const nameOf = (name: string | null) => (name === null ? t('activity.nobody') : name || common('unknown'));
  return ({ action, status, assignee }) => {
    const did = t(`actions.${action}`);
    if (status) {
      const [from, to] = [status.from, status.to].map((code) => dental(`statuses.${shownStatus(code)}`));
      return t('activity.changed', { action: did, from, to });
    }
    if (!assignee) return did;
    const to = nameOf(assignee.to);
    // Nobody may be the new assignee of what was kept without names.
    if (assignee.from === undefined)
      return assignee.to === null ? did : t('activity.changedTo', { action: did, to });
    return t('activity.changed', { action: did, from: nameOf(assignee.from), to });
  };
}
