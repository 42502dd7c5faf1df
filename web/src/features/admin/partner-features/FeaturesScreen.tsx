import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SheetImport } from '../sheets/SheetImport.tsx';
import { FeatureList } from './FeatureList.tsx';
import classes from './features.module.css';
import { useFeatureExport } from './use-feature-export.ts';

/** Which devices have the feature of a partner; the list keeps its search after an upload or a deletion. */
export default function FeaturesScreen() {
  const { t } = useTranslation('admin-features');
  const { t: sheets } = useTranslation('admin-sheets');
  const [isOpen, setOpen] = useState(false);
  const [params] = useSearchParams();
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin-features'] });
  const { save, isSaving } = useFeatureExport(params.get('search') ?? '');
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
