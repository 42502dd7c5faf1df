import { userFilters } from '@cusp/contract/case-list.routes';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { ME } from './case-filters.ts';

/** The display names of the filter values for assignee, restoration and material; `isAsked` loads the people. */
export function useWorkNames(isAsked = true) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { data } = useCall(userFilters, {}, ['filters'], { enabled: isAsked });
  return {
    assignee(value: string): string {
      if (value === ME) return t('filter.assignedToMe');
      return data?.assignees.find(({ id }) => String(id) === value)?.name || t('detail.assignee');
    },
    restoration(type: string): string {
      if (isRestorationType(type)) return dental(`types.${type}`);
      return data?.restorations.find((each) => each.type === type)?.name ?? type;
    },
    material: (code: string): string => (isMaterial(code) ? dental(`materials.${code}`) : code),
  };
}
