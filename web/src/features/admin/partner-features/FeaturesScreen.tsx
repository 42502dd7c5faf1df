import { exportFeatures } from '@cusp/contract/partner-features.routes';
import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../client/call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { searchOf } from '../../../ui/data-list/use-list-state.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { toastError } from '../../../ui/toast.ts';
import { DEVICE_LISTS } from '../devices/device-lists.ts';
import { SheetImport } from '../sheets/SheetImport.tsx';
import { saveWorkbook } from '../sheets/workbook.ts';
import { FeatureList } from './FeatureList.tsx';
import classes from './features.module.css';

/** Devices with the feature of a partner; the list keeps its search after an upload or a deletion. */
export default function FeaturesScreen() {
  const { t } = useTranslation('admin-features');
  const { t: sheets } = useTranslation('admin-sheets');
  const [isOpen, setOpen] = useState(false);
  const [params] = useSearchParams();
  const queries = useQueryClient();
  const reload = () => {
    for (const queryKey of DEVICE_LISTS) void queries.invalidateQueries({ queryKey });
  };
  const { save, isSaving } = useFeatureExport(searchOf(params));
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        <Button
          variant="default"
          loading={isSaving}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void save()}
        >
          {t('export')}
        </Button>
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('upload')}
        </Button>
      </PageHeader>
      <FeatureList />
      <CuspModal opened={isOpen} onClose={() => setOpen(false)} title={sheets('title')} size={860}>
        <SheetImport kind="features" onDone={reload} />
      </CuspModal>
    </div>
  );
}

/** Saves the search results as PartnerFeatures.xlsx, which can be edited and uploaded again. */
function useFeatureExport(search: string) {
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
