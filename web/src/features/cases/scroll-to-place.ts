/** In window heights; longer distances jump instead of scrolling smoothly. */
const FAR = 1;
const MAX_TRIES = 10;

/** Scrolls an element of the page into view. */
export function scrollToPlace(element: HTMLElement, block: 'start' | 'center'): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const { top, bottom } = element.getBoundingClientRect();
  const isFar = top > (1 + FAR) * innerHeight || bottom < -FAR * innerHeight;
  if (calm || isFar) arriveAt(element, block);
  else element.scrollIntoView({ behavior: 'smooth', block });
}

/**
 * Content above the element renders only when it comes into view, which moves the element, so this repeats until the
 * position is stable.
 */
function arriveAt(
  element: HTMLElement,
  block: 'start' | 'center',
  before = Number.NaN,
  tries = MAX_TRIES,
): void {
  element.scrollIntoView({ block });
  const { top } = element.getBoundingClientRect();
  if (top !== before && tries > 0) requestAnimationFrame(() => arriveAt(element, block, top, tries - 1));
}
