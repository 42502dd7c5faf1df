import { useEffect, useState } from 'react';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';

const DRAFTS = 'drafts-height';

/** Height in pixels of the drafts above the rows at the last visit; 0 without drafts. */
export function keptDraftsHeight(): number {
  const kept = readPersonal(DRAFTS);
  return typeof kept === 'number' && Number.isFinite(kept) && kept > 0 ? kept : 0;
}

/**
 * The height that the drafts had at the last visit, so that the rows keep their place until the drafts are known, and a ref
 * for their element, whose height is kept for the next visit. `count` is undefined until they are known.
 */
export function useDraftsHeight(count: number | undefined, isOpen: boolean) {
  const [height] = useState(keptDraftsHeight);
  const [element, ref] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // At the next visit they are open.
    if (count === undefined || !isOpen || (count > 0 && !element)) return;
    const now = element?.offsetHeight ?? 0;
    if (now !== keptDraftsHeight()) writePersonal(DRAFTS, now);
  }, [count, isOpen, element]);
  return { height, ref };
}
