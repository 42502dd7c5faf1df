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
  /** Milliseconds that the mouse has to hover. */
  openDelay?: number;
  disabled?: boolean;
  /** One element that accepts pointer handlers. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

const OPEN_DELAY_MS = 400;

/** A tooltip that is only created on first hover, because a page has dozens and each observes its position. */
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
    // After a press the hint would cover the opened element.
    onPointerDown: () => setOver(false),
  };
  return (
    <>
      {cloneElement(children, watch)}
      {target && <Tooltip target={target} label={label} position={position} opened={isOpen && !disabled} />}
    </>
  );
}
