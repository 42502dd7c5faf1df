import { startTransition, useEffect, useState } from 'react';

/** A page that is not painted does not wait longer for its paint. */
const LATEST_MS = 300;

/** Whether the first screen of a signed-in person has been painted, or there is no need to wait for that. */
let isPainted = true;

/** From now on the less important parts of the first screen are rendered after its paint. Call before rendering. */
export function paintInSteps(): void {
  isPainted = false;
}

/**
 * False until the first screen has been painted, for parts of it that are rendered afterwards, so that the more important
 * ones are seen earlier. They need a place of the same size until then.
 */
export function useAfterFirstPaint(): boolean {
  const [isAfter, setAfter] = useState(isPainted);
  useEffect(() => {
    if (isAfter) return;
    let frame = 0;
    const go = () => {
      isPainted = true;
      startTransition(() => setAfter(true));
    };
    const late = setTimeout(go, LATEST_MS);
    // The paint comes between the frame's callbacks and the next task.
    frame = requestAnimationFrame(() => setTimeout(go));
    return () => {
      clearTimeout(late);
      cancelAnimationFrame(frame);
    };
  }, [isAfter]);
  return isAfter;
}
