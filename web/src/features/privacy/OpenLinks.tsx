import type { OpenLink } from '@cusp/contract/privacy';
import { listOpenLinks } from '@cusp/contract/privacy.routes';
import { revokeShare } from '@cusp/contract/sharing.routes';
import { Alert, Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../client/call.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { AboutCase } from './AccessLine.tsx';
import classes from './privacy.module.css';

/** The links through which people without an account see cases of the practice; each can be ended. */
export function OpenLinks() {
  const { t } = useTranslation('privacy');
  const query = useInfiniteQuery({
    queryKey: ['shares', 'practice'],
    queryFn: ({ pageParam, signal }) =>
      call(listOpenLinks, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });
  const links = query.data?.pages.flatMap((page) => page.links);
  const isComplete = query.data?.pages.every((page) => page.is_complete) ?? true;
  return (
    <TitledCard title={t('links.title')}>
      <p className={classes.text}>{t('links.text')}</p>
      {!isComplete && (
        <Alert color="yellow" role="status" mb="md">
          {t('links.incomplete')}
        </Alert>
      )}
      {!links && query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !links ? (
        <LoadingState rows={2} height={48} />
      ) : links.length === 0 ? (
        isComplete && <EmptyState icon={<IconLinkOff size={22} />} title={t('links.empty')} />
      ) : (
        <ul className={classes.list}>
          {links.map((link) => (
            <LinkLine key={link.id} link={link} onEnded={() => void query.refetch()} />
          ))}
        </ul>
      )}
      <MoreButton query={query}>{t('more')}</MoreButton>
    </TitledCard>
  );
}

function LinkLine({ link, onEnded }: { link: OpenLink; onEnded(): void }) {
  const { t } = useTranslation('privacy');
  const { date, dateTime } = useFormat();
  const { t: words } = useTranslation('errors');
  const end = useSubmit(revokeShare);
  const used = link.last_opened_at
    ? t('links.opened', { count: link.open_count, when: dateTime(link.last_opened_at) })
    : t('links.unopened');
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <strong className={classes.who}>{link.recipient}</strong>
        <span className={classes.about}>
          <AboutCase about={link.case} />
        </span>
        {link.is_elsewhere && <span className={classes.about}>{t('holds.elsewhere')}</span>}
        <span className={classes.about}>
          <DottedLine
            facts={[
              t('links.made', {
                name: link.maker,
                made: date(link.created_at),
                until: date(link.expires_at),
              }),
              used,
              link.allows_download && t('links.downloads'),
            ]}
          />
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={end.isPending}
        aria-label={t('links.endOf', { name: link.recipient })}
        onClick={() =>
          end.mutate(
            { params: { id: link.id } },
            {
              onSuccess: () => {
                toastDone(t('links.ended'));
                onEnded();
              },
              onError: (error) => toastError(errorText(words, error)),
            },
          )
        }
      >
        {t('links.end')}
      </Button>
    </li>
  );
}
