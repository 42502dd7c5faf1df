import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../cases-page.module.css';
import { listRange, withinRange } from './use-list-layout.ts';

const STEP = 16;

/** The element that contains list and case side by side; the width is its variable `--list-width`. */
const areaOf = (line: RefObject<HTMLElement | null>) => line.current?.parentElement;

interface ListDividerProps {
  list: RefObject<HTMLElement | null>;
  /** Null for the default. */
  width: number | null;
  onWidth(width: number | null): void;
}

/**
 * The line between list and case, which changes the width of the list by pointer and arrow keys. During a drag only a
 * style changes, so that rows are not rendered again. A double click or Enter restores the default.
 */
export function ListDivider({ list, width, onWidth }: ListDividerProps) {
  const { t } = useTranslation('cases');
  const [range, setRange] = useState({ now: 0, min: 0, max: 0 });
  const [isDragged, setDragged] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = areaOf(line);
    if (!element) return;
    // Also called before the first paint, without a layout in the middle of rendering.
    const observer = new ResizeObserver(() => {
      const bounds = listRange(element.clientWidth);
      if (width === null) element.style.removeProperty('--list-width');
      else element.style.setProperty('--list-width', `${withinRange(width, bounds)}px`);
      setRange({ ...bounds, now: Math.round(list.current?.offsetWidth ?? bounds.min) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, width]);

  const bounds = () => listRange(areaOf(line)?.clientWidth ?? 0);
  const current = () => list.current?.offsetWidth ?? range.now;
  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0) return;
    down.currentTarget.setPointerCapture(down.pointerId);
    setDragged(true);
  };
  const onPointerMove = (move: PointerEvent<HTMLElement>) => {
    const box = areaOf(line);
    if (!isDragged || !box) return;
    const next = withinRange(move.clientX - box.getBoundingClientRect().left, bounds());
    box.style.setProperty('--list-width', `${next}px`);
  };
  const onPointerEnd = () => {
    if (!isDragged) return;
    setDragged(false);
    if (areaOf(line)?.style.getPropertyValue('--list-width')) onWidth(current());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { min, max } = bounds();
    // The list has a new width only with the next frame.
    const now = width === null ? current() : withinRange(width, { min, max });
    const next: Record<string, number | null> = {
      ArrowLeft: now - STEP,
      ArrowRight: now + STEP,
      Home: min,
      End: max,
      Enter: null,
    };
    const asked = next[event.key];
    if (asked === undefined) return;
    event.preventDefault();
    onWidth(asked === null ? null : withinRange(asked, { min, max }));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` cannot have focus and a value.
    <div
      ref={line}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('list.divider')}
      aria-valuenow={range.now}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      tabIndex={0}
      title={t('list.dividerHint')}
      className={classes.divider}
      data-dragged={isDragged || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
    />
  );
}
