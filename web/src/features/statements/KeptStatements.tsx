import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { Statement } from '@cusp/contract/statements';
import { keptStatements } from '@cusp/contract/statements.routes';
import { Alert } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../client/call.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { StatementLine } from './StatementLine.tsx';
import classes from './statements.module.css';

/** Polling interval of the list while statements from before a move are still being copied. */
const WHILE_COPIED_MS = 60_000;

/** During an update a server of the previous version may reply without it. */
const isWhole = (pages: readonly ReplyFrom<typeof keptStatements>[] | undefined): boolean | undefined =>
  pages?.every(({ is_complete }) => is_complete !== false);

/**
 * Statements that the practice must keep, including those of deleted cases. Renders nothing for a practice that has
 * issued none.
 */
export function KeptStatements() {
  const { t } = useTranslation('statements');
  const [search, setSearch] = useState('');
  /** The practice has issued some. The full list is reloaded after a long search, and the box stays during it. */
  const [hasAny, setHasAny] = useState(false);
  /** Completeness of the latest list. It stays while another search is loaded. */
  const [isComplete, setComplete] = useState(true);
  const list = useInfiniteQuery({
    queryKey: ['statements', 'kept', search],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(keptStatements, { query: { search, ...(pageParam ? { before: pageParam } : {}) } }, { signal }),
    getNextPageParam: ({ has_more, statements }) => (has_more ? statements.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => (isWhole(state.data?.pages) === false ? WHILE_COPIED_MS : false),
  });
  const statements: Statement[] | undefined = list.data?.pages.flatMap((page) => page.statements);
  if (!hasAny && statements && statements.length > 0) setHasAny(true);
  const isListWhole = isWhole(list.data?.pages);
  if (isListWhole !== undefined && isListWhole !== isComplete) setComplete(isListWhole);
  if (!hasAny && search === '' && !list.error && isComplete) return null;
  return (
    <TitledCard title={t('archive.title')}>
      <p className={classes.text}>{t('archive.text')}</p>
      {!isComplete && (
        <Alert color="yellow" role="status" mb="md">
          {t('archive.incomplete')}
        </Alert>
      )}
      <SearchBox
        text={search}
        onSearch={setSearch}
        label={t('archive.search')}
        hint={t('archive.search')}
        clearLabel={t('archive.clear')}
      />
      {list.error && !statements ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !statements ? (
        <LoadingState rows={2} />
      ) : statements.length === 0 ? (
        <p className={classes.text} role="status">
          {t('archive.nothing')}
        </p>
      ) : (
        <ul className={classes.list}>
          {statements.map((statement) => (
            <StatementLine key={statement.id} statement={statement} isOfMany />
          ))}
        </ul>
      )}
      <MoreButton query={list}>{t('archive.more')}</MoreButton>
    </TitledCard>
  );
}
