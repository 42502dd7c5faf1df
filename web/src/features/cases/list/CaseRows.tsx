import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useCommands } from '../../../client/keyboard/commands.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SkeletonBlock } from '../../../ui/SkeletonBlock.tsx';
import { useIncrementalRows } from '../../../ui/use-incremental-rows.ts';
import { casePath, FROM_LIST } from '../case-paths.ts';
import { narrowing } from '../filters/case-filters.ts';
import { CaseRow } from './CaseRow.tsx';
import { DraftRows } from './DraftRows.tsx';
import { dueGroups } from './due-groups.ts';
import classes from './list-pane.module.css';
import type { useCaseList } from './use-case-list.ts';
import type { useChecked } from './use-checked.ts';
import { useRowWords } from './use-row-words.ts';
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

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const linksOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('a[data-case]')];

const focusedAt = (links: readonly HTMLElement[]): number =>
  links.findIndex((link) => link.closest('li')?.contains(document.activeElement));

/** Moves the focus along the rows' links. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = linksOf(event.currentTarget);
  const at = focusedAt(links);
  const next = at < 0 ? undefined : links[step(at, links.length - 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Shortcuts for the next and previous row, which begin at the open case, and for opening the row in focus. */
function useRowShortcuts(list: RefObject<HTMLElement | null>): void {
  const links = () => (list.current ? linksOf(list.current) : []);
  const move = (by: 1 | -1) => {
    const all = links();
    const focused = focusedAt(all);
    const at = focused < 0 ? all.findIndex((link) => link.ariaCurrent !== null) : focused;
    all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
  };
  const open = () => {
    const all = links();
    all[focusedAt(all)]?.click();
  };
  useCommands([
    { shortcut: 'next', isInPalette: false, run: () => move(1) },
    { shortcut: 'previous', isInPalette: false, run: () => move(-1) },
    { shortcut: 'open', isInPalette: false, run: open },
  ]);
}

/** Whether the browser has no own meaning for the click, such as a new tab. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

/**
 * Navigates to the case of a clicked link. One handler for the list, because each router link would subscribe to the
 * location.
 */
function useOpening(): (event: MouseEvent) => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-case]') : null;
    const no = link?.dataset.no;
    if (!no || !isPlainClick(event)) return;
    event.preventDefault();
    const to = casePath(no, search);
    void navigate(to, { state: FROM_LIST, replace: to === pathname + search });
  };
}

export function CaseRows({ list, steady, checked, isSelecting, chosen, isCompact, empty }: CaseRowsProps) {
  const words = useRowWords();
  // Deferred because only the links' URLs depend on it, in a hundred rows.
  const search = useDeferredValue(useLocation().search);
  const open = useOpening();
  const listed = useRef<HTMLUListElement>(null);
  useRowShortcuts(listed);
  const { query, filters, page } = list;
  const [focused, setFocused] = useState<number | null>(null);
  const { waiting } = steady;
  const rows = useIncrementalRows(steady.rows, { startsWhole: true });
  const { today } = words;
  const isByDue = filters.orderBy === 'due asc';
  const groups = useMemo(() => (isByDue ? dueGroups(rows, today) : null), [isByDue, rows, today]);
  const isOpen = (item: (typeof rows)[number]) => item.no === chosen || String(item.id) === chosen;
  const tabStop = rows.find(({ id }) => id === focused) ?? rows.find(isOpen) ?? rows[0];
  const isPlain = page === 1 && narrowing(filters) === 0 && !filters.searchString;
  return (
    <div className={classes.scroll} {...steady.box} aria-busy={query.isPlaceholderData || undefined}>
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
          data-fading={query.isPlaceholderData || undefined}
          onClick={open}
          onKeyDown={moveFocus}
          onFocus={(event) => {
            const id = event.target.closest('li')?.querySelector('a')?.dataset.case;
            if (id) setFocused(Number(id));
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
