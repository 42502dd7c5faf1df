import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { Fragment, type ReactNode, startTransition, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SkeletonBlock } from '../../../ui/SkeletonBlock.tsx';
import { useArrivals } from '../../../ui/use-arrivals.ts';
import { useIncrementalRows } from '../../../ui/use-incremental-rows.ts';
import { narrowing } from '../filters/case-filters.ts';
import { CaseRow } from './CaseRow.tsx';
import { DraftRows } from './DraftRows.tsx';
import { dueGroups } from './due-groups.ts';
import classes from './list-pane.module.css';
import { moveFocus, useEarlyClick, useOpening, useRowShortcuts } from './row-links.ts';
import type { useCaseList } from './use-case-list.ts';
import type { useChecked } from './use-checked.ts';
import { useKept, useRowWords } from './use-row-words.ts';
import type { useSteadyList } from './use-steady-list.ts';

interface CaseRowsProps {
  list: ReturnType<typeof useCaseList>;
  steady: ReturnType<typeof useSteadyList>;
  /** The rows whose boxes are checked, for deletion or for another action. */
  checked: Pick<ReturnType<typeof useChecked>, 'ids' | 'check'>;
  /** Any row can be selected for an action. */
  isSelecting: boolean;
  chosen: string | undefined;
  isCompact: boolean;
  /** Shown if the list is empty. */
  empty: ReactNode;
}

export function CaseRows({ list, steady, checked, isSelecting, chosen, isCompact, empty }: CaseRowsProps) {
  const open = useOpening();
  const listed = useRef<HTMLUListElement>(null);
  useRowShortcuts(listed);
  useEarlyClick(listed, steady.rows.length > 0);
  const { query, filters, page } = list;
  const isComing = query.isPlaceholderData;
  const search = useKept(useLocation().search, isComing);
  const words = useRowWords(useKept(filters.searchString, isComing));
  const [focused, setFocused] = useState<number | null>(null);
  const { waiting } = steady;
  const rows = useIncrementalRows(steady.rows, { startsWhole: true, atOnce: 4, most: 8 });
  const { today } = words;
  const isByDue = filters.orderBy === 'due asc';
  const groups = useMemo(() => (isByDue ? dueGroups(rows, today) : null), [isByDue, rows, today]);
  const isOpen = (item: (typeof rows)[number]) => item.no === chosen || String(item.id) === chosen;
  const tabStop = rows.find(({ id }) => id === focused) ?? rows.find(isOpen) ?? rows[0];
  const isShown = steady.rows.length > 0 && !isComing;
  const ids = steady.rows.map(({ id }) => id);
  const hasArrived = useArrivals(isShown ? JSON.stringify([filters, page]) : null, ids);
  // The rows of the previous list are there for a moment longer.
  const current = new Set(ids);
  const isPlain = page === 1 && narrowing(filters) === 0 && !filters.searchString;
  return (
    <div className={classes.scroll} {...steady.box} aria-busy={isComing || undefined}>
      {waiting > 0 && (
        <UnstyledButton className={classes.waiting} onClick={steady.catchUp}>
          <IconArrowUp size={14} aria-hidden />
          {words.t('list.newCases', { count: waiting })}
        </UnstyledButton>
      )}
      {isPlain && <DraftRows />}
      {query.isPending ? (
        <RowSkeletons />
      ) : query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : steady.rows.length === 0 ? (
        empty
      ) : (
        <ul
          ref={listed}
          className={classes.rows}
          data-compact={isCompact || undefined}
          data-checking={isSelecting || checked.ids.size > 0 || undefined}
          data-fading={isComing || undefined}
          onClick={open}
          onKeyDown={moveFocus}
          onFocus={(event) => {
            const id = event.target.closest('li')?.querySelector('a')?.dataset.case;
            // Not during the click that gives a row the focus: it renders the list.
            if (id) startTransition(() => setFocused(Number(id)));
          }}
        >
          {rows.map((item) => {
            const group = groups?.get(item.id);
            return (
              <Fragment key={item.id}>
                {group && (
                  <li className={classes.group} data-group={group}>
                    <h2 className={classes.groupTitle}>{words.t(`list.groups.${group}`)}</h2>
                  </li>
                )}
                <CaseRow
                  item={item}
                  search={search}
                  words={words}
                  isChosen={isOpen(item)}
                  hasArrived={current.has(item.id) && hasArrived(item.id)}
                  isGone={steady.gone.has(item.id)}
                  isChecked={checked.ids.has(item.id)}
                  isTabStop={item === tabStop}
                  hasBoxes={isSelecting || list.hasBoxes}
                  isSelecting={isSelecting}
                  sort={filters.orderBy}
                  onCheck={checked.check}
                />
              </Fragment>
            );
          })}
        </ul>
      )}
    </div>
  );
}

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The placeholder of loading rows. */
function RowSkeletons() {
  const { t } = useTranslation('common');
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {LINES.map((line) => (
        <div key={line} className={classes.skeleton}>
          <SkeletonBlock height={44} width={36} />
          <div className={classes.skeletonLines}>
            <SkeletonBlock height={12} width="55%" />
            <SkeletonBlock height={10} width="75%" />
          </div>
        </div>
      ))}
    </div>
  );
}
