import type { CaseListItem } from '@cusp/contract/case-list';
import { nextAction, type StatusFilter, shownStatus } from '@cusp/dental/case-status';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useCommands } from '../../../client/keyboard/commands.ts';
import { focusedAt, linksOf } from '../list/row-links.ts';

interface Aim {
  item: CaseListItem;
  to: StatusFilter;
}

interface AimOptions {
  board: RefObject<HTMLElement | null>;
  rows: readonly CaseListItem[];
  /** The columns that are shown, in their order. */
  columns: readonly StatusFilter[];
  mayTake(item: CaseListItem, to: StatusFilter): boolean;
  onTake(item: CaseListItem, to: StatusFilter): void;
  /** No shown column accepts the card. */
  onNowhere(item: CaseListItem, link: HTMLElement): void;
}

/**
 * Moves a card by keys: the shortcut lifts the focused card and targets its usual next status, the arrow keys choose
 * another column that accepts it, Enter drops it there, and any other key leaves it where it is.
 */
export function useAim({ board, rows, columns, mayTake, onTake, onNowhere }: AimOptions) {
  const [aim, setAim] = useState<Aim | null>(null);
  const end = () => setAim(null);
  // The card may leave the board, or get another status, while it is lifted.
  const isCurrent =
    !aim || rows.some(({ id, status }) => id === aim.item.id && status.code === aim.item.status.code);
  useEffect(() => {
    if (!isCurrent) setAim(null);
  }, [isCurrent]);
  const lift = () => {
    const links = board.current ? linksOf(board.current) : [];
    const link = links[focusedAt(links)];
    const item = rows.find(({ id }) => String(id) === link?.dataset.case);
    if (!item || !link) return;
    const able = columns.filter((to) => mayTake(item, to));
    const { usertype, status, actions } = item;
    const usual = nextAction(usertype, status.code, actions);
    const at = columns.indexOf(shownStatus(status.code));
    const to =
      able.find((each) => usual !== null && each === shownStatus(usual)) ??
      able.find((each) => columns.indexOf(each) > at) ??
      able.at(-1);
    if (!to) return onNowhere(item, link);
    // The button of its menu may have had the focus, and Enter would press it.
    link.focus();
    setAim({ item, to });
  };
  useCommands([{ shortcut: 'move', isInPalette: false, run: lift }]);
  const turn = ({ item, to }: Aim, by: 1 | -1) => {
    const able = columns.filter((each) => mayTake(item, each));
    const next = able[able.indexOf(to) + by];
    if (next) setAim({ item, to: next });
  };
  return {
    aim,
    onBlur(event: FocusEvent) {
      if (event.target.matches('a[data-case]')) end();
    },
    /** Whether the key was meant for the lifted card. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!aim) return false;
      const act = {
        ArrowRight: () => turn(aim, 1),
        ArrowLeft: () => turn(aim, -1),
        Enter() {
          end();
          onTake(aim.item, aim.to);
        },
        Escape: end,
      }[event.key];
      if (!act) {
        if (event.key.length > 1) end();
        return false;
      }
      event.preventDefault();
      event.stopPropagation();
      act();
      return true;
    },
  };
}
