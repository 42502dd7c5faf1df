import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { PageSize, Sort, StatusFilter } from '@cusp/contract/case-list';
import { PAGE_SIZES } from '@cusp/contract/case-list.routes';
import { NativeSelect } from '@mantine/core';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { askedPage, Pager } from '../../../ui/Pager.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { BulkBar } from '../bulk/BulkBar.tsx';
import { useBulkSelection } from '../bulk/use-bulk-selection.ts';
import { type CaseFilters, keepFilters } from '../filters/case-filters.ts';
import { StatusTabs } from '../filters/StatusTabs.tsx';
import { CaseRows } from './CaseRows.tsx';
import { FoundCount } from './FoundCount.tsx';
import { ListHead } from './ListHead.tsx';
import classes from './list-pane.module.css';
import { NoCases } from './NoCases.tsx';
import { SortBar } from './SortBar.tsx';
import type { LayoutProps } from './use-case-list.ts';
import { useChecked } from './use-checked.ts';
import { type Layout, useDensity } from './use-list-layout.ts';
import { useSteadyList } from './use-steady-list.ts';

const BoardPane = lazy(() => import('../board/BoardPane.tsx'));
const CalendarPane = lazy(() => import('../calendar/CalendarPane.tsx'));

interface ListPaneProps extends Omit<LayoutProps, 'onFilters'> {
  onLayout(layout: Layout): void;
  /** Keeps the layout for the next list. */
  onNextLayout(layout: Layout): void;
}

/** Search and filters, and the cases as a list, a board or a calendar. */
export function ListPane({ list, chosen, onLayout, onNextLayout }: ListPaneProps) {
  const { layout, show, query } = list;
  // The first list; after that, each search would load these parts again.
  const [isListed, setListed] = useState(false);
  if (!isListed && (query.isFetched || layout !== 'list')) setListed(true);
  const onFilters = (next: CaseFilters, nextLayout?: Layout) => {
    keepFilters(next);
    if (nextLayout) onNextLayout(nextLayout);
    show(next);
  };
  const shared = { list, chosen, onFilters };
  return (
    <div className={classes.pane} data-layout={layout}>
      <ListHead list={list} onLayout={onLayout} onFilters={onFilters} isListed={isListed} />
      {layout === 'list' ? (
        <CaseList {...shared} isListed={isListed} />
      ) : (
        <Suspense fallback={<LoadingState />}>
          {layout === 'board' ? <BoardPane {...shared} /> : <CalendarPane {...shared} />}
        </Suspense>
      )}
    </div>
  );
}

/** Statuses, sorting, rows and pages. */
function CaseList({ list, chosen, onFilters, isListed }: LayoutProps & { isListed: boolean }) {
  const { t, i18n } = useTranslation(['cases', 'common']);
  const { filters, query, show } = list;
  const steady = useSteadyList(query.data?.posts, list.list, query.isPlaceholderData);
  const living = steady.rows.filter(({ id }) => !steady.gone.has(id));
  const checked = useChecked(living, steady.list, chosen, steady.remove);
  const selection = useBulkSelection(living, steady.list);
  const density = useDensity();
  const maySelect = useMayCall(changeStatus);
  const onStatus = useLatest((status: readonly StatusFilter[]) => show({ ...filters, status }));
  const onSort = useLatest((orderBy: Sort) => show({ ...filters, orderBy }));
  const onCheckAll = useLatest(checked.checkAll);
  const onDelete = useLatest(checked.remove);
  const onSelect = useLatest(selection.start);
  return (
    <>
      <StatusTabs chosen={filters.status} onChoose={onStatus} isListed={isListed} />
      {selection.isOn ? (
        <BulkBar selection={selection} total={living.length} isComing={query.isPlaceholderData} />
      ) : (
        <SortBar
          sort={filters.orderBy}
          onSort={onSort}
          checkable={list.hasBoxes ? checked.checkable : 0}
          checked={checked.ids.size}
          isComing={query.isPlaceholderData}
          onCheckAll={onCheckAll}
          onDelete={onDelete}
          density={density}
          onSelect={living.length > 0 && maySelect ? onSelect : null}
        />
      )}
      <FoundCount
        search={filters.searchString}
        count={query.isPlaceholderData ? undefined : query.data?.page.total_num}
      />
      <CaseRows
        list={list}
        steady={steady}
        checked={selection.isOn ? selection : checked}
        isSelecting={selection.isOn}
        chosen={chosen}
        isCompact={density.isCompact}
        empty={<NoCases filters={filters} onClear={onFilters} />}
      />
      {query.data && query.data.page.total_num > 0 && (
        <footer className={classes.foot}>
          {query.data.is_cut && (
            <p className={classes.cut}>
              {t('list.cut', {
                total: new Intl.NumberFormat(i18n.language).format(query.data.page.total_num),
              })}
            </p>
          )}
          <Pager
            page={query.isPlaceholderData ? askedPage(query.data.page, list.page) : query.data.page}
            onPage={(page) => show(filters, page)}
          >
            {query.data.page.total_num > PAGE_SIZES[0] && (
              <PageSizeSelect size={list.perPage} onSize={list.showSize} />
            )}
          </Pager>
        </footer>
      )}
    </>
  );
}

interface PageSizeSelectProps {
  size: PageSize;
  onSize(size: PageSize): void;
}

/** Selects the number of cases per page; phones show only the number. */
const PageSizeSelect = memo(function PageSizeSelect({ size, onSize }: PageSizeSelectProps) {
  const { t } = useTranslation('cases');
  const isPhone = useSmallScreen();
  return (
    <NativeSelect
      size="xs"
      aria-label={t('list.perPageLabel')}
      data={PAGE_SIZES.map((each) => ({
        value: String(each),
        label: isPhone ? String(each) : t('list.perPage', { size: each }),
      }))}
      value={String(size)}
      onChange={(event) => {
        const next = PAGE_SIZES.find((each) => String(each) === event.currentTarget.value);
        if (next) onSize(next);
      }}
    />
  );
});
