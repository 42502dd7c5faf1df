import { scrollToPlace } from '../scroll-to-place.ts';

/** Element id of a comment in the page. */
export const entryId = (commentId: number): string => `comment-${commentId}`;

/** Scrolls to a comment, focuses it for screen readers, and highlights it briefly. */
export function goToComment(commentId: number): void {
  const entry = document.getElementById(entryId(commentId));
  if (!entry) return;
  scrollToPlace(entry, 'center');
  entry.focus({ preventScroll: true });
  const ring = 'inset 0 0 0 2px var(--accent)';
  entry.animate([{ boxShadow: ring }, { boxShadow: ring, offset: 0.7 }, { boxShadow: 'none' }], 2500);
}
