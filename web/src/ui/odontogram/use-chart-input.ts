import { standingAt } from '@cusp/contract/odontogram/standing-teeth';
import { fdiToId, isToothId, type ToothId } from '@cusp/contract/teeth';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { readKey } from './chart-keys.ts';
import { follow, spanBetween, swapDentition, withTooth } from './chart-selection.ts';

interface ChartInput {
  teeth: readonly number[];
  /** Positions whose dentition a restoration has fixed. */
  fixed: ReadonlySet<ToothId>;
  primary: ReadonlySet<ToothId>;
  selected: readonly number[];
  onSelect: (fdis: number[]) => void;
  onPrimaryChange?: ((positions: Set<ToothId>) => void) | undefined;
}

function toothUnder(event: { target: EventTarget }): ToothId | null {
  const id =
    event.target instanceof Element ? event.target.closest('[data-tooth]')?.getAttribute('data-tooth') : null;
  return id && isToothId(id) ? id : null;
}

/**
 * Choosing teeth with pointer and keyboard. A click takes or leaves a tooth, dragging with mouse or pen does
 * the same to all teeth on the way, Shift reaches from the last tooth. A finger taps, so that it can scroll.
 */
export function useChartInput({ teeth, fixed, primary, selected, onSelect, onPrimaryChange }: ChartInput) {
  const [current, setCurrent] = useState<ToothId>('tu8');
  const pointer = useRef('');
  const drag = useRef<{ from: ToothId; chosen: boolean; before: readonly number[] } | null>(null);

  const fdiAt = (id: ToothId) => teeth.find((fdi) => fdiToId(fdi) === id) ?? standingAt(id, primary);
  const withSpan = (before: readonly number[], ids: readonly ToothId[], chosen: boolean) =>
    ids.reduce<readonly number[]>((list, id) => withTooth(list, fdiAt(id), chosen), before) as number[];
  const toggle = (id: ToothId) => onSelect(withTooth(selected, fdiAt(id), !selected.includes(fdiAt(id))));

  const swap = (ids: readonly ToothId[]) => {
    if (!onPrimaryChange) return;
    const next = swapDentition(
      primary,
      ids.filter((id) => !fixed.has(id)),
    );
    onPrimaryChange(next);
    onSelect(follow(selected, next, fixed));
  };

  const onPointerDown = (event: PointerEvent) => {
    const id = toothUnder(event);
    pointer.current = event.pointerType;
    if (!id || event.button !== 0 || event.pointerType === 'touch') return;
    const ids = event.shiftKey ? spanBetween(current, id) : [id];
    const chosen = event.shiftKey || !selected.includes(fdiAt(id));
    drag.current = { from: id, chosen, before: withSpan(selected, ids, chosen) };
    window.addEventListener(
      'pointerup',
      () => {
        drag.current = null;
      },
      { once: true },
    );
    setCurrent(id);
    onSelect(withSpan(selected, ids, chosen));
  };

  const onPointerOver = (event: PointerEvent) => {
    const id = toothUnder(event);
    if (!id || !drag.current || event.buttons !== 1) return;
    onSelect(withSpan(drag.current.before, spanBetween(drag.current.from, id), drag.current.chosen));
  };

  /** Taps, and clicks of assistive technology, which come without a pointer. */
  const onClick = (event: MouseEvent) => {
    const id = toothUnder(event);
    if (!id || (event.detail !== 0 && pointer.current !== 'touch')) return;
    setCurrent(id);
    toggle(id);
  };

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const at = toothUnder(event) ?? current;
    const read = readKey(at, event);
    if (!read || (read.does === 'clear' && selected.length === 0)) return;
    if (read.does === 'dentition' && !onPrimaryChange) return;
    event.preventDefault();
    if (read.does === 'toggle') toggle(at);
    else if (read.does === 'clear') onSelect([]);
    else if (read.does === 'dentition') swap([at]);
    else {
      setCurrent(read.to);
      event.currentTarget.querySelector<SVGGElement>(`[data-tooth="${read.to}"]`)?.focus();
      if (read.extend) onSelect(withSpan(selected, spanBetween(at, read.to), true));
    }
  };

  return { current, swap, handlers: { onPointerDown, onPointerOver, onClick, onKeyDown } };
}
