import { Button, VisuallyHidden } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { LoadingState } from '../LoadingState.tsx';
import { askedPage, Pager } from '../Pager.tsx';
import { SearchBox } from '../SearchBox.tsx';
import { DataCards, DataTable } from './DataTable.tsx';
import classes from './data-list.module.css';
import type { DataListProps, ListQuery } from './data-list.ts';
import { ListTools } from './ListTools.tsx';
import type { ListState } from './use-list-state.ts';

/**
 * A list that the server searches, sorts and pages: a table on a desktop, cards on a phone, with its loading, error, empty
 * and no-match states. Its whole state is in the address (`useListState`).
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { t, i18n } = useTranslation('data-list');
  const { state, query, selection, columns } = props;
  const small = useSmallScreen();
  const shown = columns.filter(({ key, isName }) => isName || !state.hidden.includes(key));
  const total = query.page?.total_num;
  const isMoved = useMovedRows(state, query);
  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        <SearchBox
          text={state.search}
          onSearch={state.setSearch}
          label={props.searchLabel}
          hint={props.searchHint ?? props.searchLabel}
          clearLabel={t('clearSearch')}
        />
        {props.filters}
        <ListTools columns={columns} state={state} />
      </div>
      {selection && selection.selected.rows.size > 0 && (
        <div className={classes.selected}>
          <span role="status">{t('selected', { count: selection.selected.rows.size })}</span>
          <div className={classes.actions}>{selection.actions}</div>
          <Button variant="subtle" color="gray" size="xs" onClick={selection.selected.clear}>
            {t('clearSelection')}
          </Button>
        </div>
      )}
      <VisuallyHidden role="status">
        {total === undefined || query.isStale || query.page?.is_cut ? '' : t('found', { count: total })}
      </VisuallyHidden>
      <div className={classes.body} data-stale={query.isStale || undefined} aria-busy={query.isStale}>
        <Rows {...props} columns={shown} small={small} />
      </div>
      {query.page?.is_cut && (
        <p className={classes.note} role="status">
          {t('cut', { total: new Intl.NumberFormat(i18n.language).format(query.page.total_num) })}
        </p>
      )}
      {isMoved && (
        <p className={classes.note} role="status">
          {t('moved')}
        </p>
      )}
      {query.page && query.page.total_num > 0 && (
        <Pager page={query.isStale ? askedPage(query.page, state.page) : query.page} onPage={state.setPage} />
      )}
    </div>
  );
}

function Rows<Row>({ small, ...props }: DataListProps<Row> & { small: boolean }) {
  const { t } = useTranslation('data-list');
  const { query, state, empty } = props;
  if (!query.rows && query.error) return <ErrorState error={query.error} onRetry={query.retry} />;
  if (!query.rows) return <LoadingState rows={8} />;
  if (query.rows.length === 0)
    return state.isNarrowed ? (
      <EmptyState
        icon={<IconSearchOff size={22} />}
        title={t('noMatch')}
        text={t('noMatchText')}
        action={
          <Button variant="default" size="sm" onClick={state.reset}>
            {t('reset')}
          </Button>
        }
      />
    ) : (
      <EmptyState {...empty} />
    );
  const Shape = small ? DataCards : DataTable;
  return <Shape {...props} rows={query.rows} />;
}

interface Seen {
  /** Query of the list, without its page. */
  asked: string;
  page: number;
  total: number;
  isMoved: boolean;
}

/**
 * Whether the list has another number of rows than on the previously open page: a row can then be on both pages or on
 * neither. Own changes do not count, because they reload their page.
 */
function useMovedRows(state: ListState, { page, isStale }: ListQuery<unknown>): boolean {
  const [seen, setSeen] = useState<Seen | null>(null);
  const asked = JSON.stringify([state.search, state.sort, state.num_per_page, state.filters]);
  if (page && !isStale) {
    const { number, total_num: total } = page;
    const isSameList = seen?.asked === asked;
    const isSamePage = isSameList && seen.page === number;
    const isMoved = isSamePage ? seen.isMoved : isSameList && seen.total !== total;
    if (!isSamePage || seen.total !== total) setSeen({ asked, page: number, total, isMoved });
  }
  return Boolean(seen?.isMoved && seen.asked === asked);
}
