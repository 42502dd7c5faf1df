import { useWindowEvent } from '@mantine/hooks';

/** Left and right lead to the file before and after; not where they move what is wider than its place, or a cursor. */
export function useArrowKeys(onMove: (by: -1 | 1) => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (by === null || !(event.target instanceof Element) || event.target.closest('input, textarea')) return;
    const scrolls = event.target.closest('[role="region"]');
    if (scrolls && scrolls.scrollWidth > scrolls.clientWidth) return;
    event.preventDefault();
    onMove(by);
  });
}
