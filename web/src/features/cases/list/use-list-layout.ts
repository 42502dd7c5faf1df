import { useCallback, useMemo, useState } from 'react';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';

export const LAYOUTS = ['list', 'board', 'calendar'] as const;
export type Layout = (typeof LAYOUTS)[number];

const LAYOUT = 'cases-layout';
const DENSITY = 'cases-density';
const WIDTH = 'cases-list-width';

/** How the cases are shown. */
export function keptLayout(): Layout {
  const kept = readPersonal(LAYOUT);
  return LAYOUTS.find((each) => each === kept) ?? 'list';
}

/** The same, stored in this browser. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState(keptLayout);
  return [
    layout,
    (next) => {
      writePersonal(LAYOUT, next);
      setLayout(next);
    },
  ];
}

/** Whether the rows of the list are compact. */
export const isKeptCompact = (): boolean => readPersonal(DENSITY) === 'compact';

/** The same, stored in this browser. */
export function useDensity(): { isCompact: boolean; toggle(): void } {
  const [isCompact, setCompact] = useState(isKeptCompact);
  const toggle = useCallback(() => {
    writePersonal(DENSITY, isCompact ? 'comfortable' : 'compact');
    setCompact(!isCompact);
  }, [isCompact]);
  return useMemo(() => ({ isCompact, toggle }), [isCompact, toggle]);
}

/** Widths of the list in pixels: its rows stay readable, and so does the case beside it. */
const NARROWEST = 360;
const WIDEST = 760;
const CASE_NARROWEST = 440;

/** The widths that the list can have in an area of this width. */
export function listRange(area: number): { min: number; max: number } {
  return { min: NARROWEST, max: Math.max(NARROWEST, Math.min(WIDEST, area - CASE_NARROWEST)) };
}

export function withinRange(width: number, { min, max }: { min: number; max: number }): number {
  return Math.round(Math.min(Math.max(width, min), max));
}

/** The width of the list that the person chose; null for the default. */
export function keptListWidth(): number | null {
  const kept = readPersonal(WIDTH);
  return typeof kept === 'number' && Number.isFinite(kept) ? kept : null;
}

/** The same, stored in this browser. */
export function useListWidth(): [number | null, (width: number | null) => void] {
  const [width, setWidth] = useState(keptListWidth);
  return [
    width,
    (next) => {
      writePersonal(WIDTH, next);
      setWidth(next);
    },
  ];
}
