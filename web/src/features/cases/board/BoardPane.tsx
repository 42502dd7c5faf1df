import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import { STATUS_FILTERS, type StatusFilter, shownStatus } from '@cusp/dental/case-status';
import { fullName } from '@cusp/text/names';
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { StatusDot } from '../../../dental-ui/StatusBadge.tsx';
import { toastError } from '../../../ui/toast.ts';
import { usePlannedStatuses } from '../../offline/offline.offers.ts';
import { BulkBar } from '../bulk/BulkBar.tsx';
import { useBulkSelection } from '../bulk/use-bulk-selection.ts';
import { CardMenu } from '../cards/CardMenu.tsx';
import { afterMoves, rowsIn, useMoves, withPlanned } from '../cards/moves.ts';
import { useDragging } from '../cards/use-dragging.ts';
import { counterpartOf } from '../case-facts.ts';
import { useStatusMove, useWhyFixed } from '../detail/use-status-change.ts';
import { FoundCount } from '../list/FoundCount.tsx';
import { NoCases } from '../list/NoCases.tsx';
import { focusedAt, linksOf, useOpening, useRowShortcuts } from '../list/row-links.ts';
import { SortBar } from '../list/SortBar.tsx';
import type { LayoutProps } from '../list/use-case-list.ts';
import { useKept, useRowWords } from '../list/use-row-words.ts';
import { BoardColumn, type Followed } from './BoardColumn.tsx';
import classes from './board.module.css';
import { StatusStrip } from './StatusStrip.tsx';
import { actionTo, obstacleTo } from './status-moves.ts';
import { useAim } from './use-aim.ts';
import { pileOf, useBoard } from './use-board.ts';

/** Moves the focus between cards: up and down in a column, left and right to the next one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')]
    .map(linksOf)
    .filter(({ length }) => length > 0);
  const column = columns.findIndex((links) => focusedAt(links) >= 0);
  const links = columns[column];
  if (!links) return;
  const at = focusedAt(links);
  const beside = (by: 1 | -1) => {
    const next = columns[column + by];
    return next?.[Math.min(at, next.length - 1)];
  };
  const next = {
    ArrowDown: links[at + 1],
    ArrowUp: links[at - 1],
    ArrowRight: beside(1),
    ArrowLeft: beside(-1),
    Home: links[0],
    End: links.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const nameOf = ({ case: { pat_firstname, pat_lastname } }: CaseListItem): string =>
  fullName(pat_firstname, pat_lastname);

/** The cases by status. A case moves by dragging, by keys or by the menu of its card, which change its status. */
export default function BoardPane({ list, chosen, onFilters }: LayoutProps) {
  const { filters, show } = list;
  const columns = useBoard(filters);
  const isComing = columns.some(({ query }) => query.isPlaceholderData);
  const search = useKept(useLocation().search, isComing);
  const words = useRowWords(useKept(filters.searchString, isComing));
  const { t, dental } = words;
  const { moves: begun, start } = useMoves<StatusFilter>();
  const moves = withPlanned(begun, usePlannedStatuses(), rowsIn(columns));
  const piles = afterMoves(columns.map(pileOf), moves);
  const rows = rowsIn(piles);
  const { page: _, ...wire } = JSON.parse(list.list) as { page: number };
  const selection = useBulkSelection(rows, JSON.stringify(wire));
  const { move } = useStatusMove();
  const mayMove = useMayCall(changeStatus);
  const isPhone = useSmallScreen();
  const [single, setSingle] = useState<StatusFilter | null>(null);
  const [menu, setMenu] = useState<{ item: CaseListItem; anchor: HTMLElement } | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const open = useOpening();
  useRowShortcuts(board);
  const dragging = useDragging(rows);

  /** A card that was moved by its menu or by keys, and keeps the focus. */
  const followed = useRef<Followed | null>(null);
  // A card that the server sent back must not take the focus when it arrives there some other time.
  useLayoutEffect(() => {
    const { id, to } = followed.current ?? {};
    if (!piles.some(({ place, rows }) => place === to && rows.some((row) => row.id === id)))
      followed.current = null;
  });

  const otherOf = (item: CaseListItem): string => {
    const { institution, username } = counterpartOf(item);
    return institution || username || words.unknown;
  };
  const whyNot = (item: CaseListItem, to: StatusFilter): string | null => {
    const obstacle = obstacleTo(item, to);
    if (obstacle === null || obstacle === 'here') return null;
    if (obstacle === 'waits') return t('detail.completeWaits');
    if (obstacle === 'otherSide') return t('board.otherSide', { name: otherOf(item) });
    return t('bulk.why.fromStatus', { status: dental(`statuses.${shownStatus(item.status.code)}`) });
  };
  const take = (item: CaseListItem, to: StatusFilter) => {
    const action = actionTo(to);
    if (!action || obstacleTo(item, to) !== null || moves.has(item.id)) return;
    const seen = { id: item.id, status: item.status, patient: nameOf(item) };
    void start(item, to, () => move(seen, action));
  };
  const whyFixed = useWhyFixed();
  const { aim, ...byKeys } = useAim({
    board,
    rows,
    columns: columns.map(({ status }) => status),
    mayTake: (item, to) =>
      mayMove && !isPhone && !selection.isOn && !moves.has(item.id) && obstacleTo(item, to) === null,
    onTake(item, to) {
      followed.current = { id: item.id, to };
      take(item, to);
    },
    onNowhere(item, link) {
      const anchor = link.closest('li')?.querySelector<HTMLElement>('button[data-menu]');
      if (moves.has(item.id)) toastError(t('offline.waits'));
      else if (item.actions.length === 0 || !mayMove) toastError(whyFixed(item, otherOf(item)));
      else if (anchor) setMenu({ item, anchor });
    },
  });
  const closeMenu = useCallback(() => setMenu(null), []);

  const isPending = columns.some(({ query }) => query.isPending);
  const isEmpty = !isPending && !isComing && columns.every(({ query, total }) => query.data && total === 0);
  const shown = isPhone ? (piles.find(({ place }) => place === single) ?? piles[0])?.place : null;
  const statusOf = (status: StatusFilter) => dental(`statuses.${status}`);
  return (
    <>
      {selection.isOn ? (
        <BulkBar selection={selection} total={rows.length} isComing={isComing} />
      ) : (
        <SortBar
          sort={filters.orderBy}
          onSort={(orderBy) => show({ ...filters, orderBy })}
          checkable={0}
          checked={0}
          isComing={isComing}
          onCheckAll={() => {}}
          onDelete={() => {}}
          density={null}
          onSelect={rows.length > 0 && mayMove ? selection.start : null}
        />
      )}
      <FoundCount
        search={filters.searchString}
        count={isPending || isComing ? undefined : columns.reduce((sum, { total }) => sum + total, 0)}
      />
      {isPhone && !isEmpty && (
        <StatusStrip piles={piles} shown={shown} isPending={isPending} onShow={setSingle} />
      )}
      {isEmpty ? (
        <NoCases filters={filters} onClear={onFilters} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles what happens on the links and buttons inside.
        <div
          ref={board}
          className={classes.board}
          data-fading={isComing || undefined}
          onKeyDown={(event) => byKeys.onKeyDown(event) || moveFocus(event)}
          onBlur={byKeys.onBlur}
          onClick={(event) => {
            const anchor = (event.target as Element).closest<HTMLElement>('button[data-menu]');
            const item = anchor && rows.find(({ id }) => String(id) === anchor.dataset.menu);
            if (item && anchor) setMenu({ item, anchor });
            else open(event);
          }}
          {...dragging.source}
        >
          {columns.map((column) => {
            const pile = piles.find(({ place }) => place === column.status);
            if (!pile || (shown && pile.place !== shown)) return null;
            const dragged = dragging.dragged ?? aim?.item;
            return (
              <BoardColumn
                key={column.status}
                status={column.status}
                query={column.query}
                rows={pile.rows}
                count={pile.total}
                isCut={column.isCut}
                name={statusOf(column.status)}
                words={words}
                search={search}
                chosen={chosen}
                moves={moves}
                followed={followed}
                isSelecting={selection.isOn}
                selected={selection.ids}
                onCheck={selection.check}
                mayMove={mayMove && !selection.isOn}
                isBare={isPhone}
                isAimed={aim?.to === column.status}
                drop={
                  dragged && shownStatus(dragged.status.code) !== column.status
                    ? {
                        why: whyNot(dragged, column.status),
                        onDrop: () => {
                          dragging.end();
                          take(dragged, column.status);
                        },
                      }
                    : null
                }
              />
            );
          })}
        </div>
      )}
      <VisuallyHidden aria-live="assertive">
        {aim && t('board.aimed', { name: nameOf(aim.item) || t('list.noPatient'), status: statusOf(aim.to) })}
      </VisuallyHidden>
      {menu && (
        <CardMenu
          anchor={menu.anchor}
          label={t('detail.changeStatus')}
          onClose={closeMenu}
          // A filter by status hides columns, but not the actions of a card.
          items={STATUS_FILTERS.flatMap((status) =>
            obstacleTo(menu.item, status) === 'here'
              ? []
              : {
                  key: status,
                  label: statusOf(status),
                  icon: <StatusDot status={status} />,
                  why: whyNot(menu.item, status),
                  onClick() {
                    if (columns.some((each) => each.status === status) && !isPhone)
                      followed.current = { id: menu.item.id, to: status };
                    take(menu.item, status);
                  },
                },
          )}
        />
      )}
    </>
  );
}
