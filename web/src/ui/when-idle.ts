import { startTransition, useEffect, useState } from 'react';

/**
 * On a slow device a part of a case takes half a second in pieces, and after a shorter time it would always come in one
 * go.
 */
const LATEST_MS = 1500;

/** Time that pieces of one frame may take; a slow device gets one piece for each frame. */
const PIECES_MS = 8;

/** When the first piece of the current frame was begun, on the clock of `performance.now()`. */
let begun = Number.NEGATIVE_INFINITY;

/**
 * Runs a state change in interruptible pieces when the browser is idle and has drawn the pieces before it, because pieces
 * that are drawn together are one long task. After a second and a half at the latest it runs in one go, so that a busy
 * page does not starve it. Return the result from an effect, which cancels it.
 */
export function whenIdle(change: () => void): () => void {
  const late = setTimeout(change, LATEST_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  const isInTime = performance.now() - begun < PIECES_MS;
  // A hidden page has no frames.
  if (isInTime || document.hidden) startTransition(change);
  else
    frame = requestAnimationFrame(() => {
      // The browser draws between the callbacks of a frame and the next task.
      timer = setTimeout(() => {
        begun = performance.now();
        startTransition(change);
      });
    });
  return () => {
    clearTimeout(late);
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

/** Becomes true after `isThere` does, once the browser is idle, so that the following render blocks nothing. */
export function useWhenIdle(isThere: boolean): boolean {
  const [isSaid, setSaid] = useState(false);
  useEffect(() => (isThere ? whenIdle(() => setSaid(true)) : undefined), [isThere]);
  return isThere && isSaid;
}
