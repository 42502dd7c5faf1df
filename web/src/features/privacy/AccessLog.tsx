import type { AccessEntry } from '@cusp/contract/privacy';
import { exportAccesses, listAccesses } from '@cusp/contract/privacy.routes';
import { Button, Select } from '@mantine/core';
import { IconDownload, IconEye, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../client/call.ts';
import { localTimeZone } from '../../client/local-time.ts';
import { errorText } from '../../i18n/error-text.ts';
import { DayField } from '../../ui/days/DayField.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastError } from '../../ui/toast.ts';
import { AccessLine } from './AccessLine.tsx';
import classes from './privacy.module.css';

/** The access log, filtered by patient, person and days, and saved as a file. */
export function AccessLog({ onRefused }: { onRefused(error: unknown): void }) {
  const { t } = useTranslation('privacy');
  const [filter, setFilter] = useState(NO_FILTER);
  const log = useAccesses(filter);
  const { error } = log.query;
  useEffect(() => {
    if (error) onRefused(error);
  }, [error, onRefused]);
  return (
    <TitledCard title={t('log.title')}>
      <p className={classes.text}>{t('log.text')}</p>
      <Filters filter={filter} people={log.people} onChange={setFilter} />
      {(log.entries || !log.query.error) && <Exports filter={filter} />}
      {log.isCut && (
        <p className={classes.note} role="status">
          {t('log.cut')}
        </p>
      )}
      <div className={classes.entries} aria-busy={log.query.isPlaceholderData}>
        <Entries log={log} filter={filter} onClear={() => setFilter(NO_FILTER)} />
      </div>
    </TitledCard>
  );
}

interface FilterProps {
  filter: AccessFilter;
  people: readonly { id: number; name: string }[];
  onChange(filter: AccessFilter): void;
}

function Filters({ filter, people, onChange }: FilterProps) {
  const { t } = useTranslation('privacy');
  const day = (key: 'from' | 'to') => (
    <DayField
      className={classes.day}
      label={t(`log.${key}`)}
      value={filter[key] || null}
      {...(key === 'from' && filter.to ? { latest: filter.to } : {})}
      {...(key === 'to' && filter.from ? { earliest: filter.from } : {})}
      onChange={(chosen) => onChange({ ...filter, [key]: chosen ?? '' })}
    />
  );
  return (
    <div className={classes.filters}>
      <div className={classes.search}>
        <SearchBox
          text={filter.search}
          onSearch={(search) => onChange({ ...filter, search })}
          label={t('log.search')}
          hint={t('log.search')}
          clearLabel={t('log.clearSearch')}
        />
      </div>
      {people.length > 1 && (
        <Select
          className={classes.person}
          label={t('log.person')}
          placeholder={t('log.everybody')}
          data={people.map(({ id, name }) => ({ value: String(id), label: name || t('log.deleted') }))}
          value={filter.person || null}
          clearable
          onChange={(person) => onChange({ ...filter, person: person ?? '' })}
        />
      )}
      {day('from')}
      {day('to')}
    </div>
  );
}

function Exports({ filter }: { filter: AccessFilter }) {
  const { t } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const { busy, save } = useAccessExport(filter, (error) => toastError(errorText(words, error)));
  return (
    <div className={classes.actions}>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={busy === format}
          onClick={() => void save(format)}
        >
          {t(`log.${format}`)}
        </Button>
      ))}
    </div>
  );
}

interface EntriesProps {
  log: ReturnType<typeof useAccesses>;
  filter: AccessFilter;
  onClear(): void;
}

function Entries({ log: { query, entries }, filter, onClear }: EntriesProps) {
  const { t } = useTranslation('privacy');
  if (!entries && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!entries) return <LoadingState rows={6} height={48} />;
  if (entries.length === 0)
    return Object.values(filter).some(Boolean) ? (
      <EmptyState
        icon={<IconSearchOff size={22} />}
        title={t('log.noMatch')}
        action={
          <Button variant="default" size="sm" onClick={onClear}>
            {t('log.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState icon={<IconEye size={22} />} title={t('log.empty')} text={t('log.emptyText')} />
    );
  return (
    <>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <AccessLine key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreButton query={query}>{t('more')}</MoreButton>
    </>
  );
}

interface AccessFilter {
  search: string;
  /** Id of a person; '' for everybody. */
  person: string;
  /** Days; '' for none. */
  from: string;
  to: string;
}

const NO_FILTER: AccessFilter = { search: '', person: '', from: '', to: '' };

const queryOf = ({ search, person, from, to }: AccessFilter) => ({
  search,
  ...(person ? { person } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  zone: localTimeZone(),
});

/** The access log from the latest entry on, page by page. */
function useAccesses(filter: AccessFilter) {
  const query = useInfiniteQuery({
    queryKey: ['accesses', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAccesses, { query: { ...queryOf(filter), before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const [first] = query.data?.pages ?? [];
  return {
    query,
    entries: query.data?.pages.flatMap((page): AccessEntry[] => page.entries),
    people: first?.people ?? [],
    isCut: first?.is_cut ?? false,
  };
}

type ExportFormat = 'csv' | 'json';

/** Saves everything that the filter finds as a file. */
function useAccessExport(filter: AccessFilter, onError: (error: unknown) => void) {
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const save = async (format: ExportFormat) => {
    if (busy) return;
    setBusy(format);
    try {
      const reply = await call(exportAccesses, { query: { ...queryOf(filter), format } });
      saveFile(`access-log.${format}`, await reply.blob());
    } catch (error) {
      onError(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, save };
}
