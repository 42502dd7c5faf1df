import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { type CaseFilters, NO_FILTERS, narrowing } from '../filters/case-filters.ts';

interface NoCasesProps {
  filters: CaseFilters;
  onClear(filters: CaseFilters): void;
}

/** Why the list is empty, and a way on. */
export function NoCases({ filters, onClear }: NoCasesProps) {
  const { t } = useTranslation('cases');
  const icon = <IconFolderOpen size={22} />;
  const onlyStatus = filters.status.length > 0 && narrowing(filters) === 1;
  if (!filters.searchString && narrowing(filters) === 0)
    return <EmptyState icon={icon} title={t('list.emptyAll')} text={t('list.emptyAllHint')} />;
  const title = onlyStatus && !filters.searchString ? t('list.empty') : t('list.emptyFound');
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Button
          variant="default"
          size="sm"
          onClick={() => onClear({ ...NO_FILTERS, orderBy: filters.orderBy })}
        >
          {t('list.clearFilters')}
        </Button>
      }
    />
  );
}
