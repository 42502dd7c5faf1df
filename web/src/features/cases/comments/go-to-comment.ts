import { PAGES } from '@cusp/contract/pages';
import { generatePath } from 'react-router';
import { scrollToPlace } from '../scroll-to-place.ts';

/** Element id of a comment in the page. */
export const entryId = (commentId: number): string => `comment-${commentId}`;

/** The id in the hash of a link to a comment, null for other hashes. */
export function commentOf(hash: string): number | null {
  const [, id] = /^#comment-(\d{1,15})$/.exec(hash) ?? [];
  return id === undefined ? null : Number(id);
}

/** The URL that opens a case at a comment. */
export const linkToComment = (caseNo: string, commentId: number): string =>
  `${location.origin}${generatePath(PAGES.caseOne, { caseNo })}#${entryId(commentId)}`;

/** Scrolls to a comment, focuses it for screen readers, and highlights it briefly. */
export function goToComment(commentId: number): void {
  const entry = document.getElementById(entryId(commentId));
  if (!entry) return;
  scrollToPlace(entry, 'center');
  entry.focus({ preventScroll: true });
  const ring = 'inset 0 0 0 2px var(--chosen)';
  entry.animate([{ boxShadow: ring }, { boxShadow: ring, offset: 0.7 }, { boxShadow: 'none' }], 2500);
}
