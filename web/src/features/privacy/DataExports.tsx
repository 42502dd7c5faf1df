import type { DataExport } from '@cusp/contract/data-exports';
import {
  dataExportFile,
  EXPORT_SCOPES,
  type ExportScope,
  listDataExports,
  removeDataExport,
  startDataExport,
} from '@cusp/contract/data-exports.routes';
import type { InputTo } from '@cusp/contract/endpoints';
import { Button, CloseButton, Progress, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/app-info.ts';
import { urlOf } from '../../client/call.ts';
import { localTimeZone } from '../../client/local-time.ts';
import type { CuspKey } from '../../client/use-call.ts';
import { useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastError } from '../../ui/toast.ts';
import { PatientCases } from './PatientCases.tsx';
import classes from './privacy.module.css';

const EXPORTS_KEY: CuspKey = ['data-exports'];
const WHILE_RUNNING_MS = 1000;

const isUnderWay = ({ state }: DataExport): boolean => state === 'queued' || state === 'running';

/** Packs all data of the practice, of a patient or of a case into a zip. */
export function DataExports() {
  const { t } = useTranslation('privacy');
  const [scope, setScope] = useState<ExportScope>('practice');
  return (
    <TitledCard title={t('export.title')}>
      <p className={classes.text}>{t('export.text', { app: brand().app_name })}</p>
      <SegmentedControl
        className={classes.scopes}
        aria-label={t('export.what')}
        value={scope}
        onChange={(value) => setScope(value as ExportScope)}
        data={EXPORT_SCOPES.map((value) => ({ value, label: t(`export.scopes.${value}`) }))}
      />
      {scope === 'practice' && <OfPractice />}
      {scope === 'patient' && <OfPatient />}
      {scope === 'case' && <OfCase />}
      <List />
    </TitledCard>
  );
}

function useStart() {
  const { t } = useTranslation('errors');
  const start = useSubmit(startDataExport, { stale: [EXPORTS_KEY] });
  const begin = (body: InputTo<typeof startDataExport>['body'], onSuccess?: () => void) =>
    start.mutate(
      { body: { ...body, zone: localTimeZone() } },
      { onSuccess: () => onSuccess?.(), onError: (error) => toastError(errorText(t, error)) },
    );
  return { begin, isPending: start.isPending };
}

function OfPractice() {
  const { t } = useTranslation('privacy');
  const { begin, isPending } = useStart();
  return (
    <div className={classes.actions}>
      <Button size="sm" variant="default" loading={isPending} onClick={() => begin({ scope: 'practice' })}>
        {t('export.everything')}
      </Button>
    </div>
  );
}

function OfPatient() {
  const { t } = useTranslation('privacy');
  const [search, setSearch] = useState('');
  const { begin, isPending } = useStart();
  return (
    <>
      <SearchBox
        text={search}
        onSearch={setSearch}
        label={t('erase.search')}
        hint={t('erase.search')}
        clearLabel={t('log.clearSearch')}
      />
      {search !== '' && (
        <PatientCases
          key={search}
          search={search}
          describe={() => ({ blocked: null, about: null })}
          draftBlocked={() => t('export.drafts')}
        >
          {(ids) => (
            <Button
              size="sm"
              variant="default"
              loading={isPending}
              disabled={ids.length === 0}
              onClick={() => begin({ scope: 'patient', ids: [...ids] }, () => setSearch(''))}
            >
              {t('export.cases', { count: ids.length })}
            </Button>
          )}
        </PatientCases>
      )}
    </>
  );
}

function OfCase() {
  const { t } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const [no, setNo] = useState('');
  const start = useSubmit(startDataExport, { stale: [EXPORTS_KEY] });
  const { error } = start;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(
      { body: { scope: 'case', no, zone: localTimeZone() } },
      // Text typed since then stays.
      { onSuccess: () => setNo((now) => (now === no ? '' : now)) },
    );
  };
  const isUnknown = error !== null && 'code' in error && error.code === 'not_found';
  return (
    <form className={classes.oneField} onSubmit={submit}>
      <TextInput
        label={t('holds.no')}
        value={no}
        maxLength={40}
        required
        error={error && (isUnknown ? t('holds.notFound') : errorText(words, error))}
        onChange={(event) => {
          setNo(event.currentTarget.value);
          start.reset();
        }}
      />
      <Button type="submit" size="sm" variant="default" loading={start.isPending} disabled={no.trim() === ''}>
        {t('export.case')}
      </Button>
    </form>
  );
}

/** Running exports with their progress, and ready files while they are kept. */
function List() {
  const { t } = useTranslation('privacy');
  const { data, error, refetch } = useCall(listDataExports, {}, EXPORTS_KEY, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? WHILE_RUNNING_MS : false),
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  if (data.exports.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('export.list')}>
      {data.exports.map((each) => (
        <Line key={each.id} of={each} />
      ))}
    </ul>
  );
}

function Line({ of }: { of: DataExport }) {
  const { t, i18n } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const { dateTime, size } = useFormat();
  const remove = useSubmit(removeDataExport, { stale: [EXPORTS_KEY] });
  const number = new Intl.NumberFormat(i18n.language);
  const name = of.about || t(`export.scopes.${of.scope}`);
  const end = () =>
    remove.mutate({ params: { id: of.id } }, { onError: (error) => toastError(errorText(words, error)) });
  const status = {
    queued: t('export.queued'),
    running: t('export.running', {
      done: number.format(of.cases_done),
      total: number.format(of.cases_total),
    }),
    done: t('export.ready', { size: size(of.bytes ?? 0), time: of.until ? dateTime(of.until) : '' }),
    failed: t(`export.problems.${of.problem ?? 'internal'}`),
  }[of.state];
  return (
    <li className={classes.entry} role={of.state === 'failed' ? 'alert' : undefined}>
      <div className={classes.words}>
        <strong className={classes.who}>{name}</strong>
        <span className={classes.about}>{status}</span>
        {isUnderWay(of) && (
          <Progress aria-label={name} value={(100 * of.cases_done) / Math.max(1, of.cases_total)} mt={4} />
        )}
      </div>
      <div className={classes.ends}>
        {of.state === 'done' && (
          <Button
            size="xs"
            component="a"
            href={urlOf(dataExportFile, { params: { id: of.id } })}
            download
            aria-label={t('export.downloadOf', { name })}
          >
            {t('export.download')}
          </Button>
        )}
        {isUnderWay(of) ? (
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            aria-label={t('export.stopOf', { name })}
            onClick={end}
          >
            {t('export.stop')}
          </Button>
        ) : (
          <CloseButton
            aria-label={t('export.removeOf', { name })}
            disabled={remove.isPending}
            onClick={end}
          />
        )}
      </div>
    </li>
  );
}
