import type { Spot } from './surfaces/places.ts';

interface Pointing {
  /** Whether there is a listener for the result. */
  isWanted(): boolean;
  pick(x: number, y: number): Promise<Spot | null>;
  take(spot: Spot | null): void;
}

/**
 * Reports the spot under the mouse, with one query in flight and the latest position last. Returns a function that
 * stops it.
 */
export function followPointer(canvas: HTMLElement, { isWanted, pick, take }: Pointing): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let next: { x: number; y: number } | undefined;
  let isAsking = false;
  /** Whether the mouse is over the canvas. */
  let isHere = false;

  const ask = async () => {
    isAsking = true;
    while (next && !signal.aborted) {
      const { x, y } = next;
      next = undefined;
      // The scan may be replaced during the query; the next movement asks again.
      const spot = await pick(x, y).catch(() => null);
      if (!signal.aborted && isHere && isWanted()) take(spot);
    }
    isAsking = false;
  };

  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType === 'touch' || event.buttons !== 0 || !isWanted()) return;
      isHere = true;
      next = { x: event.offsetX, y: event.offsetY };
      if (!isAsking) void ask();
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerleave',
    (event) => {
      next = undefined;
      isHere = false;
      if (event.pointerType !== 'touch' && isWanted()) take(null);
    },
    { signal },
  );
  return () => listeners.abort();
}
