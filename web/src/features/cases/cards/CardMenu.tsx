import { Menu, Text } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import classes from './case-card.module.css';

export interface CardMenuItem {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Why it is not possible; null if it is. */
  why: string | null;
  onClick(): void;
}

interface CardMenuProps {
  /** The button of the card. */
  anchor: HTMLElement;
  label: string;
  items: readonly CardMenuItem[];
  onClose(): void;
}

/** The button of a card, which may have been rendered again since. */
const buttonOf = (card: string | undefined) =>
  document.querySelector<HTMLElement>(`button[data-menu="${card}"]`);

/**
 * Anchor at which the menu opens. The button of the card already has the menu attributes, so Mantine's are left out.
 */
const Place = ({ ref, style }: Pick<ComponentProps<'span'>, 'ref' | 'style'>) => (
  <span ref={ref} style={{ ...style, position: 'fixed', pointerEvents: 'none' }} />
);

/** The menu of one card; the board has a single one, because a menu for each of a thousand cards would be slow. */
export function CardMenu({ anchor, label, items, onClose }: CardMenuProps) {
  const [{ left, top, width, height }] = useState(() => anchor.getBoundingClientRect());
  const { menu: card } = anchor.dataset;
  useEffect(() => {
    const onScroll = () => {
      const now = buttonOf(card)?.getBoundingClientRect();
      const isThere = now && Math.abs(now.left - left) < 2 && Math.abs(now.top - top) < 2;
      // The menu does not move with its card, which stays in place when the browser only makes room for others above.
      if (!isThere) onClose();
    };
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => removeEventListener('scroll', onScroll, { capture: true });
  }, [card, left, top, onClose]);
  const leave = () => {
    buttonOf(card)?.focus({ preventScroll: true });
    onClose();
  };
  return (
    <Menu opened onChange={(isOpen) => !isOpen && leave()} returnFocus={false} position="bottom-end">
      <Menu.Target>
        <Place style={{ left, top, width, height }} />
      </Menu.Target>
      <Menu.Dropdown miw={200} maw={300} aria-label={label}>
        <Menu.Label>{label}</Menu.Label>
        {items.map(({ key, label: name, icon, why, onClick }) => (
          <Menu.Item
            key={key}
            leftSection={icon}
            // `aria-disabled` instead of `disabled`, so that arrow keys and screen readers reach the reason.
            aria-disabled={why !== null || undefined}
            className={why === null ? undefined : classes.blocked}
            closeMenuOnClick={false}
            onClick={() => {
              if (why !== null) return;
              onClose();
              onClick();
            }}
          >
            {name}
            {why !== null && <Text size="xs">{why}</Text>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
