/**
 * Calls back after the next frame of the page is on the screen, so as not to delay it. Returns a function that cancels
 * the call.
 */
export function afterNextFrame(call: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    // With software rendering the second frame starts only when the first is done.
    frame = requestAnimationFrame(call);
  });
  return () => cancelAnimationFrame(frame);
}
