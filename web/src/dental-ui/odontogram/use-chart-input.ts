import { fdiToId, type ToothId } from '@cusp/dental/teeth';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { readKey, stepTo } from './chart-keys.ts';
import { follow, swapDentition, teethBetween, toothFor, withTooth } from './chart-selection.ts';

interface ChartInput {
  teeth: readonly number[];
  /** Positions whose dentition a restoration has fixed. */
  fixed: ReadonlySet<ToothId>;
  primary: ReadonlySet<ToothId>;
  selected: readonly number[];
  onSelect: (fdis: number[]) => void;
  onPrimaryChange: (positions: Set<ToothId>) => void;
}

/** FDI number of the tooth under an event's target. */
function toothUnder(event: { target: EventTarget }): number | null {
  const fdi =
    event.target instanceof Element ? event.target.closest('[data-fdi]')?.getAttribute('data-fdi') : null;
  return fdi ? Number(fdi) : null;
}

/** The initial tab stop. */
const FIRST = 11;

/**
 * Selects teeth by pointer and keyboard. A click toggles a tooth, dragging with mouse or pen does the same to
 * all teeth on the way, Shift extends from the last tooth. Touch only taps, so that it can scroll.
 */
export function useChartInput({ teeth, fixed, primary, selected, onSelect, onPrimaryChange }: ChartInput) {
  const [stop, setStop] = useState(FIRST);
  // The tooth of the tab stop may have been replaced by one of the other dentition.
  const current = teeth.includes(stop) ? stop : toothFor(teeth, fdiToId(stop) ?? 'tu8', stop);
  const pointer = useRef('');
  const drag = useRef<{ from: number; chosen: boolean; before: readonly number[] } | null>(null);

  const withAll = (before: readonly number[], fdis: readonly number[], chosen: boolean) =>
    fdis.reduce((list, fdi) => withTooth(list, fdi, chosen), [...before]);
  const toggle = (fdi: number) => onSelect(withTooth(selected, fdi, !selected.includes(fdi)));

  const swap = (ids: readonly ToothId[]) => {
    const next = swapDentition(
      primary,
      ids.filter((id) => !fixed.has(id)),
    );
    onPrimaryChange(next);
    onSelect(follow(selected, next, fixed));
  };

  const onPointerDown = (event: PointerEvent) => {
    const fdi = toothUnder(event);
    pointer.current = event.pointerType;
    // A press that the browser has taken over to scroll must not continue.
    drag.current = null;
    if (!fdi || event.button !== 0 || event.pointerType === 'touch') return;
    const fdis = event.shiftKey ? teethBetween(teeth, current, fdi) : [fdi];
    const chosen = event.shiftKey || !selected.includes(fdi);
    drag.current = { from: fdi, chosen, before: withAll(selected, fdis, chosen) };
    const over = new AbortController();
    const end = () => {
      drag.current = null;
      over.abort();
    };
    window.addEventListener('pointerup', end, { signal: over.signal });
    window.addEventListener('pointercancel', end, { signal: over.signal });
    setStop(fdi);
    onSelect(withAll(selected, fdis, chosen));
  };

  const onPointerOver = (event: PointerEvent) => {
    const fdi = toothUnder(event);
    if (!fdi || !drag.current || event.buttons !== 1) return;
    const { before, from, chosen } = drag.current;
    onSelect(withAll(before, teethBetween(teeth, from, fdi), chosen));
  };

  /** Handles taps, and clicks by assistive technology, which come without pointer events. */
  const onClick = (event: MouseEvent) => {
    const fdi = toothUnder(event);
    if (!fdi || (event.detail !== 0 && pointer.current !== 'touch')) return;
    setStop(fdi);
    toggle(fdi);
  };

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const at = toothUnder(event) ?? current;
    const id = fdiToId(at);
    const read = id && readKey(id, event);
    if (!read || (read.does === 'clear' && selected.length === 0)) return;
    event.preventDefault();
    if (read.does === 'toggle') toggle(at);
    else if (read.does === 'clear') onSelect([]);
    else if (read.does === 'dentition') swap([id]);
    else {
      const to = stepTo(teeth, at, event.key, read.to);
      setStop(to);
      event.currentTarget.querySelector<SVGGElement>(`[data-fdi="${to}"]`)?.focus();
      if (read.extend) onSelect(withAll(selected, teethBetween(teeth, at, to), true));
    }
  };

  return { current, swap, handlers: { onPointerDown, onPointerOver, onClick, onKeyDown } };
}
