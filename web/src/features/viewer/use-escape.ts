import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const isEscape = ({ key, isComposing }: globalThis.KeyboardEvent) => key === 'Escape' && !isComposing;

/**
 * Escape closes what lies uppermost on the stage, one thing at a time, and only then the maximised view, as browsers do
 * with a dialog. `closeUppermost` tells whether there was anything. Returns the listener for keys pressed on the stage.
 */
export function useEscape(stage: RefObject<HTMLDialogElement | null>, closeUppermost: () => boolean) {
  const latest = useRef(closeUppermost);
  latest.current = closeUppermost;
  useEffect(() => {
    const listening = new AbortController();
    // Before all others: tooltips and menus close by themselves and keep the key from whoever could stop the browser.
    const keep = (event: globalThis.KeyboardEvent) => {
      const element = stage.current;
      if (!element || !isEscape(event)) return;
      const isHere = event.target === document.body ? element.open : element.contains(event.target as Node);
      if (!isHere) return;
      if (element.querySelector('[role=tooltip], [role=menu]')) event.preventDefault();
      // Nothing has the keyboard: a click beside all buttons took it away.
      else if (event.target === document.body && latest.current()) event.preventDefault();
    };
    window.addEventListener('keydown', keep, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [stage]);
  return (event: KeyboardEvent) => {
    if (!isEscape(event.nativeEvent) || event.defaultPrevented) return;
    if (closeUppermost()) event.preventDefault();
  };
}
