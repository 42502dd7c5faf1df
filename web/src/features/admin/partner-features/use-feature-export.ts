import { exportFeatures } from '@cusp/contract/partner-features.routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../client/call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';
import { saveWorkbook } from '../sheets/workbook.ts';

/** Saves what the search finds as PartnerFeatures.xlsx, which can be changed and uploaded again. */
export function useFeatureExport(search: string) {
  const { t: words } = useTranslation('errors');
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const { features } = await call(exportFeatures, { query: { search } });
      await saveWorkbook({
        filename: 'PartnerFeatures.xlsx',
        title: 'Partner features',
        kind: 'features',
        version: 1,
        header: ['UDI', 'Option'],
        rows: features.map(({ udi, option }) => [udi, option ? 'Yes' : 'No']),
      });
    } catch (error) {
      toastError(errorText(words, error));
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}
