import { type FloatingPosition, Tooltip } from '@mantine/core';
import {
  cloneElement,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useState,
} from 'react';

interface HintProps {
  label: string;
  position?: FloatingPosition;
  /** Milliseconds that the mouse has to rest. */
  openDelay?: number;
  disabled?: boolean;
  /** One element that takes the handlers of a pointer. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

const OPEN_DELAY_MS = 400;

/**
 * A word beside what the mouse rests on. The tooltip behind it, which keeps watch over its place, is made when it is
 * first wanted: a page has dozens of these.
 */
export function Hint({ label, position, openDelay = OPEN_DELAY_MS, disabled = false, children }: HintProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOver, setOver] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOver) return setOpen(false);
    const timer = setTimeout(() => setOpen(true), openDelay);
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setOver(false);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOver, openDelay]);
  const watch = {
    onPointerEnter({ currentTarget, pointerType }: PointerEvent<HTMLElement>) {
      if (disabled || pointerType !== 'mouse') return;
      setTarget(currentTarget);
      setOver(true);
    },
    onPointerLeave: () => setOver(false),
  };
  return (
    <>
      {cloneElement(children, watch)}
      {target && <Tooltip target={target} label={label} position={position} opened={isOpen && !disabled} />}
    </>
  );
}
