import { type RefObject, useEffect } from 'react';

interface Point {
  x: number;
  y: number;
}

/** Zooms an element by two fingers, or by the wheel with Ctrl, around their position. */
export function usePinch(
  element: RefObject<HTMLElement | null>,
  onZoom: (by: number, around: Point) => void,
): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let apart = 0;
    const fingers = ({ touches }: TouchEvent) => {
      const [a, b] = [touches[0], touches[1]];
      if (!a || !b || touches.length !== 2) return null;
      const [dx, dy] = [a.clientX - b.clientX, a.clientY - b.clientY];
      const middle = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
      return { apart: Math.hypot(dx, dy), middle };
    };
    const start = (event: TouchEvent) => {
      apart = fingers(event)?.apart ?? 0;
    };
    const move = (event: TouchEvent) => {
      const now = fingers(event);
      if (!now || apart === 0) return;
      event.preventDefault();
      // Smaller steps are noise, and each redraws the pages.
      if (Math.abs(now.apart / apart - 1) < 0.04) return;
      onZoom(now.apart / apart, now.middle);
      apart = now.apart;
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, { x: event.clientX, y: event.clientY });
    };
    target.addEventListener('touchstart', start, { passive: true });
    target.addEventListener('touchmove', move, { passive: false });
    target.addEventListener('wheel', wheel, { passive: false });
    return () => {
      target.removeEventListener('touchstart', start);
      target.removeEventListener('touchmove', move);
      target.removeEventListener('wheel', wheel);
    };
  }, [element, onZoom]);
}
