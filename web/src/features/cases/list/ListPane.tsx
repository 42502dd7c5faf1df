import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { PageSize } from '@cusp/contract/case-list';
import { PAGE_SIZES } from '@cusp/contract/case-list.routes';
import { createDraft } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button, CloseButton, Indicator, NativeSelect } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { askedPage, Pager } from '../../../ui/Pager.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { GuestCases } from '../../region-visit/region-visit.offers.tsx';
import { BulkBar } from '../bulk/BulkBar.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { ActiveFilters } from '../filters/ActiveFilters.tsx';
import { type CaseFilters, keepFilters, narrowing } from '../filters/case-filters.ts';
import { StatusTabs } from '../filters/StatusTabs.tsx';
import { useViews } from '../views/use-views.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import viewClasses from '../views/views.module.css';
import { CaseRows } from './CaseRows.tsx';
import classes from './list-pane.module.css';
import { NoCases } from './NoCases.tsx';
import { SortBar } from './SortBar.tsx';
import type { useCaseList } from './use-case-list.ts';
import { useChecked } from './use-checked.ts';
import { useDensity } from './use-list-layout.ts';
import { useSteadyList } from './use-steady-list.ts';

const FilterModal = lazy(() => import('../filters/FilterModal.tsx'));

interface ListPaneProps {
  list: ReturnType<typeof useCaseList>;
  /** Number or id of the open case, from the path. */
  chosen: string | undefined;
}

/** Search, filters, sorting, rows and pages. */
export function ListPane({ list, chosen }: ListPaneProps) {
  const { t, i18n } = useTranslation(['cases', 'common']);
  const { filters, query, show } = list;
  const [isFiltering, setFiltering] = useState(false);
  const steady = useSteadyList(query.data?.posts, list.list, query.isPlaceholderData);
  const living = steady.rows.filter(({ id }) => !steady.gone.has(id));
  const checked = useChecked(living, steady.list, chosen, steady.remove);
  const selection = useSelection(living, steady.list);
  const density = useDensity();
  const views = useViews(filters, query.isFetched);
  const active = narrowing(filters);
  const mayCreate = useMayCall(createDraft);
  const maySelect = useMayCall(changeStatus);
  const keepAndShow = (next: CaseFilters) => {
    keepFilters(next);
    show(next);
  };
  return (
    <div className={classes.pane}>
      <header className={classes.head}>
        <div className={classes.titleLine}>
          <PageTitle className={classes.title}>{t('title')}</PageTitle>
          {views.mayRead && <ViewsMenu views={views} filters={filters} onShow={keepAndShow} />}
          {mayCreate && (
            <Button
              component={Link}
              to={PAGES.newCase}
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('newCase')}
            </Button>
          )}
        </div>
        <GuestCases />
        <div className={classes.searchLine}>
          <SearchBox
            text={filters.searchString}
            onSearch={(searchString) => show({ ...filters, searchString })}
            label={t('list.search')}
            hint={t('list.searchHint')}
            clearLabel={t('list.clearSearch')}
          />
          <Indicator disabled={active === 0} label={active} size={16} offset={4}>
            <Button
              variant="default"
              leftSection={<IconFilter size={16} aria-hidden />}
              aria-label={active ? t('filter.active', { count: active }) : undefined}
              onClick={() => setFiltering(true)}
            >
              {t('filter.title')}
            </Button>
          </Indicator>
        </div>
        {views.ended !== null && (
          <p className={viewClasses.ended} role="status">
            {t('views.ended', { name: views.ended })}
            <CloseButton size="sm" aria-label={t('common:close')} onClick={() => views.setApplied(null)} />
          </p>
        )}
        <ActiveFilters filters={filters} onChange={keepAndShow} />
      </header>
      <StatusTabs
        chosen={filters.status}
        onChoose={(status) => show({ ...filters, status })}
        isListed={query.isFetched}
      />
      {selection.isOn ? (
        <BulkBar selection={selection} total={living.length} isComing={query.isPlaceholderData} />
      ) : (
        <SortBar
          sort={filters.orderBy}
          onSort={(orderBy) => show({ ...filters, orderBy })}
          checkable={list.hasBoxes ? checked.checkable : 0}
          checked={checked.ids.size}
          isComing={query.isPlaceholderData}
          onCheckAll={checked.checkAll}
          onDelete={checked.remove}
          density={density}
          onSelect={living.length > 0 && maySelect ? selection.start : null}
        />
      )}
      <CaseRows
        list={list}
        steady={steady}
        checked={selection.isOn ? selection : checked}
        isSelecting={selection.isOn}
        chosen={chosen}
        isCompact={density.isCompact}
        empty={<NoCases filters={filters} onClear={keepAndShow} />}
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
          />
          {query.data.page.total_num > PAGE_SIZES[0] && (
            <PageSizeSelect size={list.perPage} onSize={list.showSize} />
          )}
        </footer>
      )}
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterModal
            filters={filters}
            onClose={() => setFiltering(false)}
            onApply={(next) => {
              setFiltering(false);
              keepAndShow(next);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

interface PageSizeSelectProps {
  size: PageSize;
  onSize(size: PageSize): void;
}

/** Selects the number of cases per page; phones show only the number. */
function PageSizeSelect({ size, onSize }: PageSizeSelectProps) {
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
}
