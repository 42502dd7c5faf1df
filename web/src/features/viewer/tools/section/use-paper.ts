import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../../../ui/use-latest.ts';
import { fitting, type Paper, type Place, panned, type Size, zoomed } from './paper.ts';

/** Pixels that a pointer may move during a click. */
const tolerance = 5;
const keyStep = 24;

interface PaperOptions {
  extent: Parameters<typeof fitting>[0];
  /** Fits everything again when it changes. */
  fitKey: string;
  onClick(place: Place, isTouch: boolean): void;
  /** Handles Escape; returns whether there was something to undo. */
  onBack(): boolean;
}

/** The drawing area of a section: dragging, pinching, wheel and keys work as for the scans. */
export function usePaper({ extent, fitKey, onClick, onBack }: PaperOptions) {
  const { ref: sized, width, height } = useElementSize<HTMLDivElement>();
  const own = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, own);
  const size: Size = { width: Math.max(1, width), height: Math.max(1, height) };
  const [moved, setMoved] = useState<{ fitKey: string; paper: Paper }>();
  // Moving the plane changes the extent; a fitted drawing must not move with it.
  const fitted = useRef<{ key: string; paper: Paper }>(undefined);
  const key = `${fitKey} ${width} ${height}`;
  if (extent && width > 0 && fitted.current?.key !== key)
    fitted.current = { key, paper: fitting(extent, size) };
  const paper = moved?.fitKey === fitKey ? moved.paper : (fitted.current?.paper ?? fitting(extent, size));
  const set = (next: Paper) => setMoved({ fitKey, paper: next });

  const fingers = useRef(new Map<number, Place>());
  const press = useRef<Place>(undefined);
  const latest = useLatest(() => ({ paper, size, set }));

  useEffect(() => {
    const sheet = own.current;
    if (!sheet) return;
    sheet.tabIndex = 0;
    // React's wheel listener is passive and could not prevent the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const now = latest();
      const factor = Math.exp(-Math.max(-240, Math.min(240, event.deltaY)) * (event.ctrlKey ? 0.01 : 0.0016));
      now.set(zoomed(now.paper, now.size, [event.offsetX, event.offsetY], factor));
    };
    sheet.addEventListener('wheel', wheel, { passive: false });
    return () => sheet.removeEventListener('wheel', wheel);
  }, [latest]);

  const placeOf = (event: PointerEvent<HTMLDivElement>): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, placeOf(event));
      press.current = fingers.current.size === 1 && event.button === 0 ? placeOf(event) : undefined;
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const to = placeOf(event);
      if (press.current && Math.hypot(to[0] - press.current[0], to[1] - press.current[1]) <= tolerance)
        return;
      press.current = undefined;
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, to);
      const by: Place = [to[0] - before[0], to[1] - before[1]];
      if (!other) return set(panned(paper, by));
      const factor = apart(to, other) / Math.max(1, apart(before, other));
      set(zoomed(panned(paper, [by[0] / 2, by[1] / 2]), size, middle(to, other), factor));
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      fingers.current.delete(event.pointerId);
      if (press.current) onClick(placeOf(event), event.pointerType === 'touch');
      press.current = undefined;
    },
    onPointerCancel(event: PointerEvent<HTMLDivElement>) {
      fingers.current.delete(event.pointerId);
      press.current = undefined;
    },
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      const middleOfSheet: Place = [size.width / 2, size.height / 2];
      const arrow = arrows[event.key];
      if (arrow) set(panned(paper, [arrow[0] * keyStep, arrow[1] * keyStep]));
      else if (event.key === '+' || event.key === '=') set(zoomed(paper, size, middleOfSheet, 1.25));
      else if (event.key === '-') set(zoomed(paper, size, middleOfSheet, 0.8));
      else if (event.key === 'Enter') {
        // A held key would set points repeatedly at the same place.
        if (!event.repeat) onClick(middleOfSheet, true);
      } else if (event.key !== 'Escape' || !onBack()) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  const zoomBy = (factor: number) => set(zoomed(paper, size, [size.width / 2, size.height / 2], factor));
  const fit = () => set(fitting(extent, size));
  return { ref, paper, size, handlers, zoomBy, fit };
}

const arrows: Record<string, Place> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const apart = (a: Place, b: Place) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const middle = (a: Place, b: Place): Place => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
