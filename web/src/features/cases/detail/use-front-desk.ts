import type { CaseDetail } from '@cusp/contract/cases';
import { markFront } from '@cusp/contract/orientation';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import type { FrontDesk } from '../../viewer/viewer.offers.tsx';

/** Keeps where the patient's front is in the scans, until the case is closed. */
export function useFrontDesk({ id, orientation, status }: CaseDetail): FrontDesk {
  const { t } = useTranslation('errors');
  const marking = useSubmit(markFront, { stale: [['case'], ['history']] });
  return {
    mark: orientation,
    keep:
      status.code === 'CLSD'
        ? undefined
        : (next) => marking.mutate({ params: { id }, body: { orientation: next } }),
    isKeeping: marking.isPending,
    error: marking.error ? errorText(t, marking.error) : undefined,
  };
}
