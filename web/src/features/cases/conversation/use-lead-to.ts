import type { CaseComment } from '@cusp/contract/case-comment';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { toastError } from '../../../ui/toast.ts';
import { commentOf, entryId } from '../comments/go-to-comment.ts';
import { scrollToPlace } from '../scroll-to-place.ts';

interface Stream {
  comments: readonly CaseComment[];
  /** Whether the stream scrolls by itself, and not with the page. */
  isScrolling: boolean;
  showComment(commentId: number): void;
  holdEnd(): void;
  release(): void;
}

/**
 * Scrolls to the comment of a link, and to an own one as soon as it is in the stream. Returns a function that reports
 * an own one.
 */
export function useLeadTo({ comments, isScrolling, showComment, holdEnd, release }: Stream) {
  const { t } = useTranslation('cases');
  const [posted, setPosted] = useState<number>();
  const added = comments.find(({ id }) => id === posted);
  useEffect(() => {
    if (!added) return;
    const entry = document.getElementById(entryId(added.id));
    if (added.thread_id === null) {
      holdEnd();
      if (isScrolling) entry?.scrollIntoView({ block: 'nearest' });
      // At the end of the page, the composer covers it.
      else if (entry) scrollToPlace(entry, 'center');
    } else if (entry) {
      // Its thread may be far above the end.
      release();
      scrollToPlace(entry, 'center');
    }
    setPosted(undefined);
  }, [added, isScrolling, holdEnd, release]);

  const linkGone = t('comments.linkGone');
  const { hash, key: visit } = useLocation();
  const linked = commentOf(hash);
  const openLinked = useEffectEvent(() => {
    if (linked === null) return;
    if (comments.some(({ id }) => id === linked)) showComment(linked);
    else toastError(linkGone);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    // After the stream has taken its first position.
    const frame = requestAnimationFrame(openLinked);
    return () => cancelAnimationFrame(frame);
  }, [linked, visit]);

  return setPosted;
}
