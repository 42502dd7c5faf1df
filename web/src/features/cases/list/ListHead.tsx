import { createDraft } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { ActionIcon, Button, CloseButton, Indicator, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconFilter, IconLayoutKanban, IconList, IconPlus } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { GuestCases } from '../../region-visit/region-visit.offers.tsx';
import { ActiveFilters } from '../filters/ActiveFilters.tsx';
import { type CaseFilters, narrowing } from '../filters/case-filters.ts';
import { useViews } from '../views/use-views.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import viewClasses from '../views/views.module.css';
import classes from './list-pane.module.css';
import type { useCaseList } from './use-case-list.ts';
import { LAYOUTS, type Layout } from './use-list-layout.ts';

const FilterModal = lazy(() => import('../filters/FilterModal.tsx'));

interface ListHeadProps {
  list: ReturnType<typeof useCaseList>;
  onLayout(layout: Layout): void;
  /** Shows other filters and stores them. */
  onFilters(filters: CaseFilters): void;
  /** Saved views are loaded after the rows, which people wait for. */
  isListed: boolean;
}

/** Title, layout, search and filters; the same above list, board and calendar. */
export function ListHead({ list, onLayout, onFilters, isListed }: ListHeadProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { filters, show } = list;
  const [isFiltering, setFiltering] = useState(false);
  const views = useViews(filters, isListed);
  const active = narrowing(filters);
  const mayCreate = useMayCall(createDraft);
  const onSearch = useLatest((searchString: string, isContinued: boolean) =>
    show({ ...filters, searchString }, 1, isContinued),
  );
  return (
    <header className={classes.head}>
      <div className={classes.titleLine}>
        <PageTitle className={classes.title}>{t('title')}</PageTitle>
        {views.mayRead && <ViewsMenu views={views} filters={filters} onShow={onFilters} />}
        <LayoutSwitch layout={list.layout} onLayout={onLayout} />
        {mayCreate && <NewCase />}
      </div>
      <GuestCases />
      <div className={classes.searchLine}>
        <SearchBox
          text={filters.searchString}
          onSearch={onSearch}
          onType={list.type}
          label={t('list.search')}
          hint={t('list.searchHint')}
          clearLabel={t('list.clearSearch')}
        />
        <FilterButton active={active} onOpen={setFiltering} />
      </div>
      {views.ended !== null && (
        <p className={viewClasses.ended} role="status">
          {t('views.ended', { name: views.ended })}
          <CloseButton size="sm" aria-label={t('common:close')} onClick={() => views.forget()} />
        </p>
      )}
      <ActiveFilters filters={filters} onChange={onFilters} />
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterModal
            filters={filters}
            onClose={() => setFiltering(false)}
            onApply={(next) => {
              setFiltering(false);
              onFilters(next);
            }}
          />
        </Suspense>
      )}
    </header>
  );
}

interface FilterButtonProps {
  /** Number of active filters. */
  active: number;
  onOpen(isOpen: true): void;
}

const FilterButton = memo(function FilterButton({ active, onOpen }: FilterButtonProps) {
  const { t } = useTranslation('cases');
  return (
    <Indicator disabled={active === 0} label={active} size={16} offset={4}>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-label={active ? t('filter.active', { count: active }) : undefined}
        onClick={() => onOpen(true)}
      >
        {t('filter.title')}
      </Button>
    </Indicator>
  );
});

/**
 * On a phone only the icon, because the title, the views and the layouts need the line. Elsewhere the button beside the
 * screen is filled already, and the open case has its own main action.
 */
const NewCase = memo(function NewCase() {
  const { t } = useTranslation('cases');
  const isPhone = useSmallScreen();
  return isPhone ? (
    <ActionIcon component={Link} to={PAGES.newCase} size={36} aria-label={t('newCase')}>
      <IconPlus size={18} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      component={Link}
      to={PAGES.newCase}
      variant="default"
      size="sm"
      classNames={{ root: classes.newCase, inner: classes.newCaseInner }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('newCase')}
    </Button>
  );
});

const ICONS = { list: IconList, board: IconLayoutKanban, calendar: IconCalendar } as const;

interface LayoutSwitchProps {
  layout: Layout;
  onLayout(layout: Layout): void;
}

/** List, board or calendar. */
const LayoutSwitch = memo(function LayoutSwitch({ layout, onLayout }: LayoutSwitchProps) {
  const { t } = useTranslation('cases');
  return (
    <SegmentedControl
      size="xs"
      style={{ flex: 'none' }}
      aria-label={t('layouts.title')}
      value={layout}
      onChange={(value) => onLayout(LAYOUTS.find((each) => each === value) ?? 'list')}
      data={LAYOUTS.map((each) => {
        const Icon = ICONS[each];
        return {
          value: each,
          label: (
            <span title={t(`layouts.${each}`)} style={{ display: 'flex' }}>
              <Icon size={18} aria-hidden />
              <VisuallyHidden>{t(`layouts.${each}`)}</VisuallyHidden>
            </span>
          ),
        };
      })}
    />
  );
});
