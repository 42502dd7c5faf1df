import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import { editOrder } from '@cusp/contract/orders.routes';
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCalendarExclamation,
  IconCalendarOff,
  IconChevronLeft,
  IconChevronRight,
  IconListCheck,
} from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useDeferredValue, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Hint } from '../../../ui/Hint.tsx';
import { BulkBar } from '../bulk/BulkBar.tsx';
import { useBulkSelection } from '../bulk/use-bulk-selection.ts';
import { CardMenu } from '../cards/CardMenu.tsx';
import { afterMoves, rowsIn, useMoves } from '../cards/moves.ts';
import { useDragging } from '../cards/use-dragging.ts';
import { FoundCount } from '../list/FoundCount.tsx';
import { moveFocus, useOpening, useRowShortcuts } from '../list/row-links.ts';
import type { LayoutProps } from '../list/use-case-list.ts';
import { useRowWords } from '../list/use-row-words.ts';
import { CalendarGrid, type GridProps } from './CalendarGrid.tsx';
import classes from './calendar.module.css';
import { SPANS } from './calendar-days.ts';
import { useCalendar } from './use-calendar.ts';
import { useDayMove } from './use-day-move.ts';

const MoveDayDialog = lazy(() => import('./MoveDayDialog.tsx'));

/** The cases by delivery date: a month, a week, or on a phone the days that have cases. */
export default function CalendarPane({ list, chosen, onFilters }: LayoutProps) {
  const words = useRowWords(list.filters.searchString);
  const { t, format } = words;
  const { filters } = list;
  const search = useDeferredValue(useLocation().search);
  const isPhone = useSmallScreen();
  const calendar = useCalendar(filters, isPhone);
  const { query, span, day, from, to, today } = calendar;
  const { moves, start } = useMoves<string>();
  const days = afterMoves(calendar.days, moves);
  const rows = rowsIn(days);
  const selection = useBulkSelection(rows, `${list.list} ${from} ${to}`);
  const maySelect = useMayCall(changeStatus);
  const mayEdit = useMayCall(editOrder);
  const moveDay = useDayMove();
  const dragging = useDragging(rows);
  const [menu, setMenu] = useState<{ item: CaseListItem; anchor: HTMLElement } | null>(null);
  const [dated, setDated] = useState<CaseListItem | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const open = useOpening();
  useRowShortcuts(box);
  const closeMenu = useCallback(() => setMenu(null), []);

  const take = (item: CaseListItem, to: string) => {
    if (item.deliverydt === to || moves.has(item.id)) return;
    void start(item, to, () => moveDay(item, to));
  };
  const shared: GridProps = {
    calendar,
    days,
    words,
    search,
    chosen,
    focused,
    moves,
    selection,
    mayEdit: mayEdit && !selection.isOn,
    dragged: dragging.dragged,
    onDrop(to) {
      const { dragged } = dragging;
      dragging.end();
      if (dragged) take(dragged, to);
    },
  };
  const overdue = query.data?.overdue_before ?? 0;
  const undated = query.data?.undated ?? 0;
  const title = span === 'month' ? format.month(day) : format.days(from, to);
  return (
    <>
      <FoundCount
        search={filters.searchString}
        count={
          query.isPlaceholderData ? undefined : query.data && days.reduce((sum, each) => sum + each.total, 0)
        }
      />
      {selection.isOn ? (
        <BulkBar selection={selection} total={rows.length} isComing={query.isPlaceholderData} />
      ) : (
        <div className={classes.bar}>
          <div className={classes.steps}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t(`calendar.previous.${span}`)}
              onClick={() => calendar.step(-1)}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <Button size="xs" variant="default" onClick={() => calendar.go(today)}>
              {t('dates.today')}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t(`calendar.next.${span}`)}
              onClick={() => calendar.step(1)}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </div>
          <h2 className={classes.title} aria-live="polite">
            {title}
          </h2>
          {overdue > 0 && (
            <Button
              size="xs"
              variant="subtle"
              className={classes.overdue}
              leftSection={<IconCalendarExclamation size={16} aria-hidden />}
              aria-pressed={filters.due === 'overdue'}
              onClick={() => onFilters({ ...filters, due: filters.due === 'overdue' ? '' : 'overdue' })}
            >
              {t('calendar.overdue', { count: overdue })}
            </Button>
          )}
          {undated > 0 && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              className={classes.undated}
              leftSection={<IconCalendarOff size={16} aria-hidden />}
              onClick={() => onFilters({ ...filters, due: 'none' }, 'list')}
            >
              {t('calendar.undated', { count: undated })}
            </Button>
          )}
          <SegmentedControl
            size="xs"
            aria-label={t('calendar.span')}
            value={span}
            onChange={(value) => calendar.show(SPANS.find((each) => each === value) ?? 'month')}
            data={SPANS.map((value) => ({ value, label: t(`calendar.spans.${value}`) }))}
          />
          {rows.length > 0 && maySelect && (
            <Hint label={t('bulk.start')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={30}
                aria-label={t('bulk.start')}
                disabled={query.isPlaceholderData}
                onClick={selection.start}
              >
                <IconListCheck size={16} aria-hidden />
              </ActionIcon>
            </Hint>
          )}
        </div>
      )}
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles what happens on the links and buttons inside.
        <div
          ref={box}
          className={classes.calendar}
          aria-busy={query.isFetching && !query.data}
          data-fading={query.isPlaceholderData || undefined}
          onKeyDown={moveFocus}
          onFocus={(event) => {
            const id = event.target.closest<HTMLElement>('[data-card]')?.dataset.card;
            if (id) setFocused(Number(id));
          }}
          onClick={(event) => {
            const anchor = (event.target as Element).closest<HTMLElement>('button[data-menu]');
            const item = anchor && rows.find(({ id }) => String(id) === anchor.dataset.menu);
            if (item && anchor) setMenu({ item, anchor });
            else open(event);
          }}
          {...dragging.source}
        >
          <CalendarGrid {...shared} />
        </div>
      )}
      {menu && (
        <CardMenu
          anchor={menu.anchor}
          label={t('filter.delivery')}
          onClose={closeMenu}
          items={[
            {
              key: 'day',
              label: t('calendar.move'),
              icon: <IconCalendarEvent size={16} aria-hidden />,
              // The receiving side has no menu: only the sender edits an order.
              why: menu.item.edit_order === 'proposal' ? t('calendar.begun') : null,
              onClick: () => setDated(menu.item),
            },
          ]}
        />
      )}
      {dated && (
        <Suspense fallback={null}>
          <MoveDayDialog
            item={dated}
            today={today}
            onClose={() => setDated(null)}
            onDay={(to) => {
              setDated(null);
              take(dated, to);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
