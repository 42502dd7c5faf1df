import { type RefObject, useLayoutEffect } from 'react';
import type { Insets } from '../../viewer/insets.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';

/** A rectangle in the page, in CSS pixels. */
export type Place = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** The maximum share of width and height for panels, because the scans matter most. */
const most = 0.7;
/** The share of the free width that something at the top may cover before the view moves below it. */
const asWide = 0.6;

/**
 * The insets that panels at the edges of a stage take from it. A panel as wide as the stage takes the bottom or top,
 * any other the nearer side; a bar at the top takes nothing if there is enough space beside it.
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

/** Props that mark what covers the scans: a panel that they avoid, or a bar at the top. */
export const dock = { 'data-dock': 'panel' } as const;
export const bar = { 'data-dock': 'bar' } as const;

/**
 * Centres the scans in the area that panels and bars leave free, and sets the CSS variables `--inset-left` and so on
 * for elements beside the panels.
 */
export function useInsets(stage: RefObject<HTMLElement | null>, viewer: Viewer | undefined): void {
  // After each render, because it may have added or removed a panel.
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
