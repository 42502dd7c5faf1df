import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useLatest } from '../../ui/use-latest.ts';

const isEscape = ({ key, isComposing }: globalThis.KeyboardEvent) => key === 'Escape' && !isComposing;

/**
 * Escape closes what is on top of the stage, one thing at a time, and only then the maximised view, as browsers do
 * with a dialog. `closeUppermost` returns whether there was anything. Returns the listener for keys pressed on the
 * stage.
 */
export function useEscape(stage: RefObject<HTMLDialogElement | null>, closeUppermost: () => boolean) {
  const close = useLatest(closeUppermost);
  useEffect(() => {
    const listening = new AbortController();
    // In the capture phase: tooltips and menus close by themselves and stop the event before anything could prevent
    // the browser's default.
    const keep = (event: globalThis.KeyboardEvent) => {
      const element = stage.current;
      if (!element || !isEscape(event)) return;
      const isHere = event.target === document.body ? element.open : element.contains(event.target as Node);
      if (!isHere) return;
      if (element.querySelector('[role=tooltip], [role=menu]')) event.preventDefault();
      // A click outside of all buttons has removed the focus.
      else if (event.target === document.body && close()) event.preventDefault();
    };
    window.addEventListener('keydown', keep, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [stage, close]);
  return (event: KeyboardEvent) => {
    if (!isEscape(event.nativeEvent) || event.defaultPrevented) return;
    if (closeUppermost()) event.preventDefault();
  };
}
