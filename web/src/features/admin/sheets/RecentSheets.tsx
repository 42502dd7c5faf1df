import { listSheets, type SheetKindName } from '@cusp/contract/sheets.routes';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './sheets.module.css';
import type { SheetFlow } from './use-sheet.ts';

/** Sheets of the last day, each with its undo; renders nothing if there are none. */
export function RecentSheets({ kind, flow }: { kind: SheetKindName; flow: SheetFlow }) {
  const { t } = useTranslation('admin-sheets');
  const format = useFormat();
  const query = { kind };
  const recent = useCall(listSheets, { query }, ['admin-sheets', query]);
  if (recent.error && !recent.data)
    return <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />;
  if (!recent.data || recent.data.sheets.length === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>{t('recent')}</h3>
      <ul className={classes.recent}>
        {recent.data.sheets.map((sheet) => (
          <li key={sheet.id} className={classes.recentRow}>
            <div className={classes.recentText}>
              <div>{sheet.filename}</div>
              <div className={classes.quiet}>
                {[
                  sheet.created_by,
                  sheet.applied_at && format.dateTime(sheet.applied_at),
                  t('rowsApplied', { number: sheet.rows_applied }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            <Button variant="default" size="xs" loading={flow.isUndoing} onClick={() => flow.undo(sheet.id)}>
              {t('undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
