import { changeAssignee, changeStatus } from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import { prepareDownloadAll } from '@cusp/contract/files.routes';
import { Button, Checkbox, CloseButton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import classes from './bulk.module.css';
import type { BulkChange } from './bulk-plan.ts';
import type { BulkSelection } from './use-bulk-selection.ts';

const BulkDialog = lazy(() => import('./BulkDialog.tsx'));

interface BulkBarProps {
  selection: BulkSelection;
  /** Number of rows on the page. */
  total: number;
  isComing: boolean;
}

/** Replaces the sorting while rows are selected for an action. */
export function BulkBar({ selection, total, isComing }: BulkBarProps) {
  const { t } = useTranslation('cases');
  const [open, setOpen] = useState<{ kind: BulkChange['kind']; items: readonly CaseListItem[] } | null>(null);
  const mayAssign = useMayCall(changeAssignee);
  const mayChange = useMayCall(changeStatus);
  const mayDownload = useMayCall(prepareDownloadAll);
  const count = selection.ids.size;
  const button = (kind: BulkChange['kind'], label: string) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={count === 0 || isComing}
      onClick={() => setOpen({ kind, items: selection.rows })}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('bulk.title')}>
      <Checkbox
        size="xs"
        aria-label={t('list.selectAll')}
        disabled={isComing || total === 0}
        checked={total > 0 && count === total}
        indeterminate={count > 0 && count < total}
        onChange={(event) => selection.checkAll(event.currentTarget.checked)}
      />
      <Text size="sm" aria-live="polite">
        {t('list.selected', { count })}
      </Text>
      <CloseButton size="sm" aria-label={t('bulk.end')} onClick={selection.end} />
      <div className={classes.actions}>
        {mayChange && button('status', t('filter.status'))}
        {mayAssign && button('assignee', t('detail.assignee'))}
        {mayDownload && button('download', t('bulk.download'))}
        {button('forms', t('bulk.forms'))}
      </div>
      {open && (
        <Suspense fallback={null}>
          <BulkDialog
            {...open}
            onClose={(left) => {
              setOpen(null);
              if (left?.size === 0) selection.end();
              // They can be tried again.
              else if (left) selection.keep(left);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
