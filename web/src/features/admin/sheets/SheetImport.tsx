import { listSheets, SHEET_LIMITS, type SheetKindName } from '@cusp/contract/sheets.routes';
import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { ChooseFile } from '../../../ui/ChooseFile.tsx';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastError } from '../../../ui/toast.ts';
import { SheetCheck } from './SheetCheck.tsx';
import classes from './sheets.module.css';
import { type SheetFlow, useSheet } from './use-sheet.ts';

const SIZE = `${SHEET_LIMITS.bytes / 1024 ** 2} MB`;

interface Props {
  kind: SheetKindName;
  /** Called after rows were applied or taken back. */
  onDone(): void;
}

/** Uploads a sheet: template, check with the problems of each cell, apply, undo. Needs the texts `admin-sheets`. */
export function SheetImport({ kind, onDone }: Props) {
  const flow = useSheet(kind, onDone);
  return (
    <div className={classes.import}>
      {flow.refused && <Refused flow={flow} />}
      {flow.sheet ? <SheetCheck flow={flow} sheet={flow.sheet} /> : <Begin flow={flow} />}
      {!flow.sheet && <RecentSheets kind={kind} flow={flow} />}
    </div>
  );
}

function Begin({ flow }: { flow: SheetFlow }) {
  const { t, i18n } = useTranslation('admin-sheets');
  const { t: words } = useTranslation('errors');
  const save = () => flow.saveTemplate().catch((error: unknown) => toastError(errorText(words, error)));
  return (
    <div>
      <p className={classes.intro}>{t('intro')}</p>
      <div className={classes.actions}>
        <ChooseFile
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(file) => file && flow.check(file)}
          inputProps={{ 'aria-label': t('choose') }}
        >
          {(props) => (
            <Button {...props} loading={flow.isChecking} leftSection={<IconUpload size={16} aria-hidden />}>
              {t('choose')}
            </Button>
          )}
        </ChooseFile>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void save()}
        >
          {t('template')}
        </Button>
      </div>
      <p className={classes.quiet} role="status">
        {flow.isChecking
          ? t('checking')
          : t('limits', {
              size: SIZE,
              rows: SHEET_LIMITS.rows.toLocaleString(i18n.language),
            })}
      </p>
    </div>
  );
}

function Refused({ flow: { refused } }: { flow: SheetFlow }) {
  const { t, i18n } = useTranslation('admin-sheets');
  const { t: words } = useTranslation('errors');
  const why = refused?.sheet;
  return (
    <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
      {why
        ? t(`refused.${why.reason}`, {
            column: why.column,
            size: SIZE,
            rows: SHEET_LIMITS.rows.toLocaleString(i18n.language),
          })
        : errorText(words, refused)}
    </Alert>
  );
}

/** Sheets of the last day, each with its undo; renders nothing if there are none. */
function RecentSheets({ kind, flow }: { kind: SheetKindName; flow: SheetFlow }) {
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
                <DottedLine
                  facts={[
                    sheet.created_by,
                    sheet.applied_at && format.dateTime(sheet.applied_at),
                    t('rowsApplied', { number: sheet.rows_applied }),
                  ]}
                />
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
