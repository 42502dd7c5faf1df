import { type RefObject, useEffect } from 'react';

/** What can take the focus from its own buttons. */
const PARTS = 'li, tr, section, main';

const inDialog = (element: Element) => element.closest('[role="dialog"]') !== null;

/** The parts around an element, the closest first. */
function partsAround(element: Element): HTMLElement[] {
  const part = element.closest<HTMLElement>(PARTS);
  return part ? [part, ...(part.parentElement ? partsAround(part.parentElement) : [])] : [];
}

/**
 * Keeps the focus on a screen whose buttons vanish by their own action: browsers would move it to the start of the page.
 * The closest row, list entry or section that is left takes it. A button that is disabled only while its request runs
 * gets it back.
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let parts: HTMLElement[] = [];
    let wasDisabled = false;

    function remember({ target }: FocusEvent): void {
      // A dialog gives the focus back to what opened it.
      if (!(target instanceof HTMLElement) || inDialog(target)) return;
      last = screen.current?.contains(target) ? target : null;
      parts = last ? partsAround(last) : [];
      wasDisabled = false;
    }

    /** A click beside the button takes the focus away on purpose. */
    function forget({ target }: PointerEvent): void {
      if (target instanceof Element && !last?.contains(target) && !inDialog(target)) last = null;
    }

    function keep(): void {
      if (!last) return;
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body && activeElement !== last) return;
      if (last.matches(':disabled')) wasDisabled = true;
      else if (!last.isConnected) parts.find((part) => part.isConnected && focus(part));
      else if (wasDisabled) focus(last);
    }

    const observer = new MutationObserver(keep);
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
      observer.disconnect();
    };
  }, [screen]);
}

function focus(element: HTMLElement): boolean {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
