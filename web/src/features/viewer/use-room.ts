import { type RefObject, useLayoutEffect } from 'react';
import type { Viewer } from '../../viewer/viewer.types.ts';
import { roomBeside } from './room-beside.ts';

/** Marks what lies over the scans: a panel that they stay clear of, or a bar at the upper edge. */
export const dock = { 'data-dock': 'panel' } as const;
export const bar = { 'data-dock': 'bar' } as const;

/**
 * Keeps the scans in the middle of what panels and bars leave free of the stage, and tells its styles by
 * `--room-left` and so on, for what stands beside the panels.
 */
export function useRoom(stage: RefObject<HTMLElement | null>, viewer: Viewer | undefined): void {
  // With each rendering: it may have brought a panel or taken one away.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const found = (kind: string) => [...element.querySelectorAll(`[data-dock=${kind}]`)];
    const [panels, bars] = [found('panel'), found('bar')];
    const measure = () => {
      const places = (all: Element[]) => all.map((each) => each.getBoundingClientRect());
      const room = roomBeside(element.getBoundingClientRect(), places(panels), places(bars));
      for (const [side, pixels] of Object.entries(room))
        element.style.setProperty(`--room-${side}`, `${pixels}px`);
      viewer?.setRoom(room);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    for (const each of [element, ...panels, ...bars]) sizes.observe(each);
    return () => sizes.disconnect();
  });
}
