import type { Sheet } from '@cusp/contract/sheets';
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastError } from '../../../ui/toast.ts';
import { SheetTable } from './SheetTable.tsx';
import classes from './sheets.module.css';
import { useMarkedCopy } from './use-marked-copy.ts';
import type { SheetFlow } from './use-sheet.ts';

type Shown = 'problems' | 'all';

/** A checked sheet: its problems, its actions, and then their outcome. */
export function SheetCheck({ sheet, flow }: { sheet: Sheet; flow: SheetFlow }) {
  const { t } = useTranslation('admin-sheets');
  const { t: words } = useTranslation('errors');
  const saveMarked = useMarkedCopy();
  const withProblems = sheet.rows.filter(({ problems }) => problems.length > 0);
  const [shown, setShown] = useState<Shown>(withProblems.length > 0 ? 'problems' : 'all');
  const rows = shown === 'problems' ? withProblems : sheet.rows;
  const good = sheet.rows_total - sheet.rows_bad;
  const save = () => saveMarked(sheet).catch((error: unknown) => toastError(errorText(words, error)));

  return (
    <div className={classes.check}>
      {sheet.state === 'checked' ? (
        <p className={classes.summary} role="status">
          <strong>{sheet.filename}</strong> {t('summary', { good, total: sheet.rows_total })}
        </p>
      ) : (
        <Outcome sheet={sheet} flow={flow} />
      )}
      <div className={classes.actions}>
        {sheet.state === 'checked' && (
          <Button disabled={good === 0} loading={flow.isApplying} onClick={() => flow.apply(sheet.id)}>
            {t('apply', { number: good })}
          </Button>
        )}
        {withProblems.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save()}
          >
            {t('marked')}
          </Button>
        )}
        <Button variant="subtle" onClick={flow.forget} disabled={flow.isApplying}>
          {t('another')}
        </Button>
      </div>
      {withProblems.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('filter.label')}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'problems', label: `${t('filter.problems')} (${withProblems.length})` },
            { value: 'all', label: `${t('filter.all')} (${sheet.rows_total})` },
          ]}
        />
      )}
      <SheetTable key={shown} columns={sheet.columns} rows={rows} />
    </div>
  );
}

function Outcome({ sheet, flow }: { sheet: Sheet; flow: SheetFlow }) {
  const { t } = useTranslation('admin-sheets');
  const format = useFormat();
  const { rows_applied, rows_undone, rows_bad } = sheet;
  if (sheet.state === 'undone')
    return (
      <Alert color="gray" role="status">
        {rows_undone === rows_applied
          ? t('undoneAll', { number: rows_undone })
          : t('undoneSome', { number: rows_undone, total: rows_applied })}
      </Alert>
    );
  return (
    <Alert color="teal" icon={<IconCheck size={18} aria-hidden />} role="status">
      <div>{t('rowsApplied', { number: rows_applied })}</div>
      {rows_bad > 0 && <div>{t('leftOut', { number: rows_bad })}</div>}
      {sheet.undo_until && rows_applied > 0 && (
        <div className={classes.undo}>
          <span>{t('undoHint', { when: format.dateTime(sheet.undo_until) })}</span>
          <Button variant="default" size="xs" loading={flow.isUndoing} onClick={() => flow.undo(sheet.id)}>
            {t('undo')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
