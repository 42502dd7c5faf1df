import type { CaseListItem } from '@cusp/contract/case-list';
import { openActions } from '@cusp/dental/case-status';
import { useTranslation } from 'react-i18next';

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
