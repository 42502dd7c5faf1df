import type { ListExport } from '@cusp/contract/list-exports';
import {
  cancelExport,
  type ExportList,
  exportFile,
  listExports,
  startExport,
} from '@cusp/contract/list-exports.routes';
import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import type { CountedPage } from '@cusp/contract/staff-lists';
import { Button, CloseButton, Progress } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '../../../client/call.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { toastError } from '../../../ui/toast.ts';
import classes from './exports.module.css';

interface Props {
  list: ExportList;
  filename: string;
  search: string;
  sort: string;
  page: CountedPage | undefined;
  /** Fetches the file of a list that is short enough for one reply. */
  fetchFile(): Promise<Response>;
}

/** Saves a list as an .xlsx file: a short one at once, a long one by a job whose progress `Exports` shows. */
export function ExportButton({ list, filename, search, sort, page, fetchFile }: Props) {
  const { t } = useTranslation('admin-exports');
  const { t: words } = useTranslation('errors');
  const [isSaving, setSaving] = useState(false);
  const start = useSubmit(startExport, { stale: [['admin-exports']] });
  const onError = (error: unknown) => toastError(errorText(words, error));

  async function save(): Promise<void> {
    setSaving(true);
    try {
      saveFile(filename, await (await fetchFile()).blob());
    } catch (error) {
      onError(error);
    } finally {
      setSaving(false);
    }
  }
  const isLong = page && (page.is_cut || page.count > EXPORT_MAX_ROWS);
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
      disabled={!page || page.total_num === 0}
      loading={isSaving || start.isPending}
      onClick={() => (isLong ? start.mutate({ body: { list, search, sort } }, { onError }) : void save())}
    >
      {t('export')}
    </Button>
  );
}

const WHILE_RUNNING_MS = 1000;
const isUnderWay = ({ state }: ListExport): boolean => state === 'queued' || state === 'running';

/** The person's exports of a list: their progress, and their files while they are kept. */
export function Exports({ list }: { list: ExportList }) {
  const query = useCall(listExports, {}, ['admin-exports'], {
    refetchInterval: ({ state: { data } }) => (data?.exports.some(isUnderWay) ? WHILE_RUNNING_MS : false),
  });
  const own = (query.data?.exports ?? []).filter((each) => each.list === list);
  if (own.length === 0) return null;
  return (
    <ul className={classes.exports}>
      {own.map((each) => (
        <Export key={each.id} of={each} />
      ))}
    </ul>
  );
}

function Export({ of: { id, filename, state, problem, rows_done, rows_total, until } }: { of: ListExport }) {
  const { t, i18n } = useTranslation('admin-exports');
  const { t: words } = useTranslation('errors');
  const format = useFormat();
  const cancel = useSubmit(cancelExport, { stale: [['admin-exports']] });
  const number = new Intl.NumberFormat(i18n.language);
  const remove = () =>
    cancel.mutate({ params: { id } }, { onError: (error) => toastError(errorText(words, error)) });
  if (state === 'queued' || state === 'running')
    return (
      <li className={classes.export}>
        <span className={classes.text}>
          {t(state, { filename, done: number.format(rows_done), total: number.format(rows_total) })}
        </span>
        <Progress
          className={classes.progress}
          aria-label={filename}
          value={(100 * rows_done) / Math.max(1, rows_total)}
        />
        <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={remove}>
          {t('stop')}
        </Button>
      </li>
    );
  return (
    <li className={classes.export} role={state === 'failed' ? 'alert' : undefined}>
      <span className={classes.text}>
        {state === 'done'
          ? t('ready', { filename, time: until ? format.clock(until) : '' })
          : t(`problems.${problem ?? 'internal'}`, { filename })}
      </span>
      {state === 'done' && (
        <Button size="compact-sm" component="a" href={urlOf(exportFile, { params: { id } })} download>
          {t('download')}
        </Button>
      )}
      <CloseButton aria-label={t('remove')} disabled={cancel.isPending} onClick={remove} />
    </li>
  );
}
