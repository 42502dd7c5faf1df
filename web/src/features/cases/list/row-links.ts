import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { runOnceShown, useCommands } from '../../../client/keyboard/commands.ts';
import { casePath, FROM_LIST } from '../case-paths.ts';

declare global {
  /** Number of the case whose row was clicked before this code ran (`app/first-rows/first-rows.tsx`). */
  var takeEarlyRow: undefined | (() => string | undefined);
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

export const linksOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('a[data-case]'),
];

export const focusedAt = (links: readonly HTMLElement[]): number =>
  links.findIndex((link) => link.closest('li')?.contains(document.activeElement));

/** Moves the focus along the rows' links. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = linksOf(event.currentTarget);
  const at = focusedAt(links);
  const next = at < 0 ? undefined : links[step(at, links.length - 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const OF_CASE = ['status', 'assignee', 'comment', 'download', 'upload'] as const;

/**
 * Shortcuts for the next and previous row, starting at the open case, for opening the focused row, and for actions on
 * its case.
 */
export function useRowShortcuts(list: RefObject<HTMLElement | null>): void {
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
  /** The row in focus if its case is not the open one. */
  const closedRow = () => {
    const all = links();
    const link = all[focusedAt(all)];
    return link?.hasAttribute('aria-current') ? undefined : link;
  };
  useCommands([
    // On a row, case shortcuts apply to that row's case, not to the open one.
    ...OF_CASE.map((shortcut) => ({
      shortcut,
      isInPalette: false,
      isFirst: () => closedRow() !== undefined,
      run() {
        const link = closedRow();
        if (!link) return;
        runOnceShown(shortcut, Number(link.dataset.case));
        link.click();
      },
    })),
    { shortcut: 'next', isInPalette: false, run: () => move(1) },
    { shortcut: 'previous', isInPalette: false, run: () => move(-1) },
    { shortcut: 'open', isInPalette: false, run: open },
  ]);
}

/** Whether the click has no special meaning to the browser, such as a new tab. */
export const isPlainClick = (
  event: Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
) => event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

/**
 * Navigates to the case of a clicked link. One handler for the list, because each router link would subscribe to the
 * location.
 */
export function useOpening(): (event: MouseEvent) => void {
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

/** Opens the case whose row was clicked before this code ran, once there are rows; its own may come later. */
export function useEarlyClick(list: RefObject<HTMLElement | null>, hasRows: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const no = hasRows && list.current && globalThis.takeEarlyRow?.();
    if (!no || !list.current) return;
    const link = linksOf(list.current).find(({ dataset }) => dataset.no === no);
    link?.focus();
    void navigate(casePath(no, location.search), { state: FROM_LIST });
  }, [list, hasRows, navigate]);
}
