import { useLayoutEffect } from 'react';

const holders = { collapsed: 0, unsaved: 0 };

/**
 * Marks the page's root while a component is shown, for styles of other parts of the page: `:root:has(…)` would make
 * the browser recompute the styles of the whole page for each element that is added anywhere.
 */
export function useRootMark(mark: keyof typeof holders, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    const show = (by: 1 | -1) => {
      holders[mark] += by;
      document.documentElement.toggleAttribute(`data-${mark}`, holders[mark] > 0);
    };
    show(1);
    return () => show(-1);
  }, [mark, isOn]);
}
