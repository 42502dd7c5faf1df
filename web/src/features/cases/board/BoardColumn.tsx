import type { CaseListItem } from '@cusp/contract/case-list';
import type { StatusFilter } from '@cusp/dental/case-status';
import { Button } from '@mantine/core';
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../dental-ui/StatusBadge.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useIncrementalRows } from '../../../ui/use-incremental-rows.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import type { BulkSelection } from '../bulk/use-bulk-selection.ts';
import { CaseCard } from '../cards/CaseCard.tsx';
import type { Moves } from '../cards/moves.ts';
import { useDropPlace } from '../cards/use-dragging.ts';
import type { RowWords } from '../list/use-row-words.ts';
import classes from './board.module.css';
import { blocksOf } from './card-blocks.ts';
import type { Column } from './use-board.ts';

/** Height of most cards with the gap after them, and the gap, in pixels. */
const CARD_HEIGHT = 110;
const CARD_GAP = 8;

export interface Followed {
  id: number;
  to: StatusFilter;
}

interface BoardColumnProps {
  status: StatusFilter;
  query: Column['query'];
  rows: readonly CaseListItem[];
  /** May be more than the loaded rows. */
  count: number;
  /** The number is a lower bound: a very common word is searched in the first thousands of cases only. */
  isCut: boolean;
  name: string;
  words: RowWords;
  search: string;
  chosen: string | undefined;
  moves: Moves<StatusFilter>;
  /** A card that takes the focus once it has arrived in its new column. */
  followed: RefObject<Followed | null>;
  isSelecting: boolean;
  selected: ReadonlySet<number>;
  onCheck: BulkSelection['check'];
  mayMove: boolean;
  /** A phone shows the name above. */
  isBare: boolean;
  /** A card lifted by keys would move here. */
  isAimed: boolean;
  drop: Parameters<typeof useDropPlace>[0];
}

/** One status of the board, with all its cases or the first pages of them. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { status, query, count, name, words, search, chosen, moves, selected, mayMove, isBare, drop } = props;
  const { isAimed } = props;
  const { t, i18n } = useTranslation('cases');
  /** Id of the card that had the focus last. */
  const [focused, setFocused] = useState<string | null>(null);
  /** The link, button or box of a card that has the focus, as a selector. */
  const held = useRef<string | null>(null);
  const rows = useIncrementalRows(props.rows, { startsWhole: false, most: 5 });
  const { isOver, place } = useDropPlace(drop);
  const total = new Intl.NumberFormat(i18n.language).format(count) + (props.isCut ? '+' : '');
  const { isSelecting, onCheck } = props;
  // Constant during a drag, which changes every column.
  const cards = useMemo(() => {
    const isOpen = ({ id, no }: CaseListItem) => no === chosen || String(id) === chosen;
    const tabStop = rows.find(({ id }) => String(id) === focused) ?? rows.find(isOpen) ?? rows[0];
    const card = (item: CaseListItem) => (
      <CaseCard
        key={item.id}
        item={item}
        search={search}
        words={words}
        isChosen={isOpen(item)}
        isChecked={selected.has(item.id)}
        isSelecting={isSelecting}
        isBusy={moves.has(item.id)}
        isDraggable={mayMove && !isBare && item.actions.length > 0 && !moves.has(item.id)}
        isTabStop={item === tabStop}
        menu={mayMove ? t('detail.changeStatus') : null}
        onCheck={onCheck}
      />
    );
    return blocksOf(rows).map(({ key, rows: block }) => (
      <div
        key={key}
        role="presentation"
        className={classes.block}
        // A CSS variable would be inherited by all cards inside and restyle each of them.
        style={{ containIntrinsicBlockSize: `auto ${block.length * CARD_HEIGHT - CARD_GAP}px` }}
      >
        {block.map(card)}
      </div>
    ));
  }, [rows, chosen, focused, search, words, selected, isSelecting, moves, mayMove, isBare, t, onCheck]);
  const box = useRef<HTMLElement>(null);
  const { followed } = props;
  // Rows arrive in a later render than the move, sometimes after the server's reply.
  useLayoutEffect(() => {
    if (followed.current?.to !== status) return;
    const link = box.current?.querySelector<HTMLElement>(`a[data-case="${followed.current.id}"]`);
    if (!link) return;
    followed.current = null;
    link.focus();
  });
  // A card that moves to another block is rendered again.
  useLayoutEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(held.current)?.focus({ preventScroll: true });
  });
  return (
    <section
      ref={box}
      className={classes.column}
      aria-label={t('board.column', { status: name, count })}
      data-column={status}
      data-drop={drop ? (drop.why === null ? 'can' : 'cannot') : undefined}
      data-over={isOver || isAimed || undefined}
      onFocus={(event) => {
        const card = event.target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null;
        held.current = card && `[data-card="${card}"] ${event.target.localName}`;
        setFocused(card);
      }}
      onBlur={() => {
        held.current = null;
      }}
      {...place}
    >
      {!isBare && (
        <header className={classes.columnHead}>
          <StatusDot status={status} />
          <h2 className={classes.name}>{name}</h2>
          {query.data && <span className={classes.total}>{total}</span>}
        </header>
      )}
      {drop && drop.why !== null && <p className={classes.why}>{drop.why}</p>}
      {isAimed && (
        <p className={classes.why} aria-hidden>
          {t('board.aim')}
        </p>
      )}
      <div className={classes.cards}>
        {query.isPending ? (
          <LoadingState rows={3} height={88} />
        ) : query.error && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : rows.length === 0 ? (
          <p className={classes.none}>{t('board.none')}</p>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: the blocks between are no entries, which only they may be in `ul`.
          <div role="list">{cards}</div>
        )}
        {query.hasNextPage && (
          <MoreCases
            isLoading={query.isFetchingNextPage}
            hasFailed={query.isFetchNextPageError}
            onMore={() => void query.fetchNextPage()}
          />
        )}
      </div>
    </section>
  );
});

interface MoreCasesProps {
  isLoading: boolean;
  /** The last attempt failed, so the next one waits for a click. */
  hasFailed: boolean;
  onMore(): void;
}

/** Loads the next page when it comes near, or by its button. */
function MoreCases({ isLoading, hasFailed, onMore }: MoreCasesProps) {
  const { t } = useTranslation('cases');
  const box = useRef<HTMLDivElement>(null);
  const more = useLatest(onMore);
  const isWaiting = !isLoading && !hasFailed;
  useEffect(() => {
    if (!box.current || !isWaiting) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && more(),
      // The scrolled column is the root, so the margin must be measured from the window.
      { rootMargin: '400px 0px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isWaiting, more]);
  return (
    <div ref={box} className={classes.more}>
      <Button size="xs" variant="subtle" color="gray" loading={isLoading} onClick={onMore}>
        {t('showMore')}
      </Button>
    </div>
  );
}
