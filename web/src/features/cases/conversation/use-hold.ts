import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Nearer to the end than this, in CSS pixels, a stream follows what is added to it. */
const END = 24;

/** The anchor of scrolling: the first new row, the end, or the rows that are in view now. */
type Hold = 'new' | 'end' | 'rows' | null;

/** Added rows move the position too; these events are the person's. */
const TOUCHES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface Held {
  /** Whether the stream scrolls by itself, and not with the page. */
  isScrolling: boolean;
  /** Keeps the end in view until the person scrolls up. */
  holdEnd(): void;
  /** Keeps the rows in view while others are added above; browsers do so only when not scrolled to the top. */
  holdRows(): void;
  /** Leaves the position to the person. */
  release(): void;
}

/**
 * Keeps the end of a stream in view while rows are added above and below, or its first new row until the person
 * scrolls. Does nothing if the stream scrolls with the page.
 * @param box The element that scrolls.
 * @param content Its content.
 * @param firstNew Finds the row to begin at; undefined to begin at the end.
 */
export function useHold(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  firstNew: (() => HTMLElement | null) | undefined,
): Held {
  const hold = useRef<Hold>(firstNew ? 'new' : 'end');
  const target = useRef(firstNew);
  const fromEnd = useRef(0);
  const [isScrolling, setScrolling] = useState(false);
  const place = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (hold.current === 'end') element.scrollTop = element.scrollHeight;
    if (hold.current === 'rows') element.scrollTop = element.scrollHeight - fromEnd.current;
    const row = hold.current === 'new' ? target.current?.() : null;
    if (row) {
      const above = row.getBoundingClientRect().top - element.getBoundingClientRect().top;
      element.scrollTop += above - 2 * END;
    }
  }, [box]);
  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    let before = element.scrollTop;
    const scrolled = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const isAtEnd = scrollHeight - scrollTop - clientHeight < END;
      if (hold.current === null && isAtEnd) hold.current = 'end';
      if (hold.current === 'end' && !isAtEnd && scrollTop < before - 1) hold.current = null;
      before = scrollTop;
    };
    const touched = () => {
      if (hold.current === 'new' || hold.current === 'rows') hold.current = null;
    };
    const watcher = new ResizeObserver(() => {
      place();
      const overflows = element.scrollHeight > element.clientHeight + 1;
      setScrolling(overflows && getComputedStyle(element).overflowY === 'auto');
    });
    watcher.observe(element);
    watcher.observe(content.current);
    element.addEventListener('scroll', scrolled, { passive: true });
    for (const name of TOUCHES) element.addEventListener(name, touched, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', scrolled);
      for (const name of TOUCHES) element.removeEventListener(name, touched);
    };
  }, [box, content, place]);
  const holdEnd = useCallback(() => {
    hold.current = 'end';
    place();
  }, [place]);
  const holdRows = useCallback(() => {
    if (!box.current) return;
    hold.current = 'rows';
    fromEnd.current = box.current.scrollHeight - box.current.scrollTop;
  }, [box]);
  const release = useCallback(() => {
    hold.current = null;
  }, []);
  return { isScrolling, holdEnd, holdRows, release };
}
