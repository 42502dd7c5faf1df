/**
 * Calls when the next picture of the page is on the screen, so that what comes after it does not hold it up. Gives back
 * what takes the call back.
 */
export function onceDrawn(call: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    // Without a graphics card the next one waits until the processor has drawn this one.
    frame = requestAnimationFrame(call);
  });
  return () => cancelAnimationFrame(frame);
}
