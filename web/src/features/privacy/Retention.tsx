import type { ReplyFrom } from '@cusp/contract/endpoints';
import { RETENTION_CHOICES, setRetention, showRetention } from '@cusp/contract/retention.routes';
import { Anchor, Button, NativeSelect } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { call } from '../../client/call.ts';
import { type CuspKey, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { AboutCase } from './AccessLine.tsx';
import classes from './privacy.module.css';

type Retained = ReplyFrom<typeof showRetention>;

const RETENTION_KEY: CuspKey = ['cases', 'retention'];
const AS_DEPLOYMENT = 'default';

/** The retention period of the practice, and the cases that are removed next. Mails and notices link here. */
export function Retention() {
  const { t } = useTranslation('privacy');
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery({
    queryKey: RETENTION_KEY,
    queryFn: ({ pageParam, signal }) =>
      call(showRetention, { query: pageParam === null ? {} : { after: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });
  const [first] = query.data?.pages ?? [];
  const isWanted = hash === '#retention' && first !== undefined;
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <div ref={place} className={classes.place}>
      <TitledCard title={t('retention.title')}>
        <p className={classes.text}>{t('retention.text')}</p>
        {first ? (
          <>
            <Choice retained={first} onStale={() => void query.refetch()} />
            <Expiring retained={first} pages={query.data?.pages ?? []} />
          </>
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState rows={2} height={48} />
        )}
        <MoreButton query={query}>{t('more')}</MoreButton>
      </TitledCard>
    </div>
  );
}

function useTimes() {
  const { t } = useTranslation('privacy');
  return (months: number) =>
    months === 0
      ? t('retention.ever')
      : months % 12 === 0
        ? t('retention.years', { count: months / 12 })
        : t('retention.months', { count: months });
}

/** The choice. A newer choice by another user is shown instead of one’s own, which the server refused. */
function Choice({ retained, onStale }: { retained: Retained; onStale(): void }) {
  const { t } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const times = useTimes();
  const { months, default_months, version, may_change } = retained;
  const saved = months === null ? AS_DEPLOYMENT : String(months);
  const [value, setValue] = useState(saved);
  // The saved value is shown until it has been reloaded, which may fail.
  const [own, setOwn] = useState({ value: saved, version });
  const [loaded, setLoaded] = useState(version);
  if (loaded !== version) {
    setLoaded(version);
    // The reload after one’s own save must not undo choices made since.
    if (own.version !== version) {
      setOwn({ value: saved, version });
      setValue(saved);
    }
  }
  const save = useSubmit(setRetention, { stale: [RETENTION_KEY] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = RETENTION_CHOICES.find((each) => String(each) === value) ?? null;
    save.mutate(
      { body: { months: chosen, version: own.version } },
      {
        onSuccess: (reply) => {
          setOwn({ value, version: reply.version });
          toastDone(t('retention.saved'));
        },
        onError: (error) => {
          if (error.code !== 'retention_changed') return;
          toastError(errorText(words, error));
          onStale();
        },
      },
    );
  };
  // An error about an older version is obsolete: another version was loaded, perhaps this choice, saved without a
  // reply.
  const isFailed =
    save.error !== null &&
    save.error.code !== 'retention_changed' &&
    save.variables?.body.version === own.version;
  const label = t('retention.asDeployment', { app: brand().app_name, time: times(default_months) });
  return (
    <form className={`${classes.oneField} ${classes.choice}`} onSubmit={submit}>
      <NativeSelect
        label={t('retention.label')}
        description={may_change ? t('retention.shorter') : t('retention.ownerOnly')}
        data={[
          { value: AS_DEPLOYMENT, label },
          ...RETENTION_CHOICES.filter((each) => each > 0).map((each) => ({
            value: String(each),
            label: times(each),
          })),
          { value: '0', label: t('retention.ever') },
        ]}
        value={value}
        disabled={!may_change}
        error={isFailed && errorText(words, save.error)}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          save.reset();
        }}
      />
      {may_change && (
        <Button
          type="submit"
          size="sm"
          variant="default"
          loading={save.isPending}
          disabled={value === own.value}
        >
          {t('retention.save')}
        </Button>
      )}
    </form>
  );
}

/** The announced cases, with a way to export them before their removal. */
function Expiring({ retained, pages }: { retained: Retained; pages: readonly Retained[] }) {
  const { t } = useTranslation('privacy');
  const { day } = useFormat();
  const { count, may_change } = retained;
  if (count === 0) return <EmptyState icon={<IconArchive size={22} />} title={t('retention.none')} />;
  return (
    <>
      <p className={classes.text}>
        <strong>{t('retention.next', { count })}</strong>{' '}
        {may_change ? (
          <Anchor href="#export" inherit>
            {t('retention.export')}
          </Anchor>
        ) : (
          t('retention.exportByOwner')
        )}
      </p>
      <ul className={classes.list}>
        {pages
          .flatMap(({ cases }) => cases)
          .map((about) => (
            <li key={about.id} className={classes.entry}>
              <div className={classes.words}>
                <span className={classes.who}>
                  <AboutCase about={about} />
                </span>
              </div>
              <span className={classes.when}>{t('retention.after', { day: day(about.due) })}</span>
            </li>
          ))}
      </ul>
    </>
  );
}
