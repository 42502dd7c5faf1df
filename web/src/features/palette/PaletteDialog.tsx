import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './palette.module.css';

interface PaletteDialogProps {
  label: string;
  onClose(): void;
  /** One field, which has the focus all the time, and what belongs to it. */
  children: ReactNode;
}

/**
 * A dialog above the page in plain elements: Mantine's takes longer to render than what is in it, and hides the scroll bar
 * with a style sheet, for which the browser computes the styles of the whole page again.
 */
export function PaletteDialog({ label, onClose, children }: PaletteDialogProps) {
  useScrollLock();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key === 'Tab') {
        event.preventDefault();
        content.current?.querySelector('input')?.focus();
      }
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    // On the window, because the keyboard of a phone can take the focus away from the field.
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return createPortal(
    <>
      <div className={classes.overlay} onClick={onClose} aria-hidden />
      <div
        ref={content}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        className={classes.content}
        onMouseDown={keepFocus}
      >
        {children}
      </div>
    </>,
    document.body,
  );
}

/** Safari's key that ends a composition has only the key code. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** A click beside the field leaves the focus in it. */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
}

/** The page behind does not scroll, and the place of its scroll bar stays empty so that nothing moves. */
function useScrollLock(): void {
  const [hadBar] = useState(() => innerWidth > document.documentElement.clientWidth);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    if (hadBar) style.scrollbarGutter = 'stable';
    return () => {
      style.overflow = '';
      style.scrollbarGutter = '';
    };
  }, [hadBar]);
}
