import { type RefObject, useLayoutEffect } from 'react';
import type { Insets } from '../../viewer/insets.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';

/** Where something is in the page; CSS pixels. */
export type Place = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** The most that is given away of the width and of the height: the scans are what people came for. */
const most = 0.7;
/** The share of what is free that something at the upper edge may cover before all moves under it. */
const asWide = 0.6;

/**
 * What panels at the edges of a stage leave free of it. One that is as wide as the stage takes from its lower or upper
 * edge, any other from the side that it is nearer to; one at the upper edge takes nothing as long as there is enough
 * beside it.
 */
export function insetsOf(stage: Place, panels: readonly Place[], bars: readonly Place[]): Insets {
  const width = stage.right - stage.left;
  const height = stage.bottom - stage.top;
  const insets = { left: 0, right: 0, top: 0, bottom: 0 };
  const take = (side: keyof Insets, pixels: number) => {
    const whole = side === 'left' || side === 'right' ? width : height;
    insets[side] = Math.min(whole * most, Math.max(insets[side], pixels));
  };
  for (const panel of panels.filter(isThere)) {
    if (panel.right - panel.left > width * asWide) take('bottom', stage.bottom - panel.top);
    else if (panel.left - stage.left < stage.right - panel.right) take('left', panel.right - stage.left);
    else take('right', stage.right - panel.left);
  }
  const sides = Math.min(1, (width * most) / Math.max(1, insets.left + insets.right));
  insets.left *= sides;
  insets.right *= sides;
  const free = width - insets.left - insets.right;
  for (const bar of bars.filter(isThere))
    if (bar.right - bar.left > free * asWide) take('top', bar.bottom - stage.top);
  return insets;
}

const isThere = ({ left, right, top, bottom }: Place) => right > left && bottom > top;

/** Marks what lies over the scans: a panel that they stay clear of, or a bar at the upper edge. */
export const dock = { 'data-dock': 'panel' } as const;
export const bar = { 'data-dock': 'bar' } as const;

/**
 * Keeps the scans in the middle of what panels and bars leave free of the stage, and tells its styles by
 * `--inset-left` and so on, for what stands beside the panels.
 */
export function useInsets(stage: RefObject<HTMLElement | null>, viewer: Viewer | undefined): void {
  // With each rendering: it may have brought a panel or taken one away.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const found = (kind: string) => [...element.querySelectorAll(`[data-dock=${kind}]`)];
    const [panels, bars] = [found('panel'), found('bar')];
    const measure = () => {
      const places = (all: Element[]) => all.map((each) => each.getBoundingClientRect());
      const insets = insetsOf(element.getBoundingClientRect(), places(panels), places(bars));
      for (const [side, pixels] of Object.entries(insets))
        element.style.setProperty(`--inset-${side}`, `${pixels}px`);
      viewer?.setInsets(insets);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    for (const each of [element, ...panels, ...bars]) sizes.observe(each);
    return () => sizes.disconnect();
  });
}
