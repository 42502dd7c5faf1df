import { restorationFacts } from '@cusp/contract/restorations';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../form-fields.ts';
import classes from './teeth.module.css';

/** Says what choosing teeth does while a restoration is open, and leads back to adding. */
export function ChartHint({ row, index, onDone }: { row: Row; index: number; onDone(): void }) {
  const { t } = useTranslation('new-case');
  const isForJaw = row.type !== '' && restorationFacts(row.type).scope === 'arch';
  return (
    <div className={classes.editing}>
      <span>{t(isForJaw ? 'add.editingJaw' : 'add.editing', { number: index + 1 })}</span>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={onDone}
      >
        {t('add.next')}
      </Button>
    </div>
  );
}
