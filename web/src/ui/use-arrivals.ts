import { useState } from 'react';

/**
 * The ids added since this content was first shown, so that they can be animated; null is no content yet. Ids of other
 * content, such as the next page, do not count as arrivals.
 */
export function useArrivals(content: string | null, ids: readonly number[]): (id: number) => boolean {
  const [first, setFirst] = useState<{ content: string | null; ids: ReadonlySet<number> }>({
    content: null,
    ids: new Set(),
  });
  const isOther = first.content !== content;
  if (isOther) setFirst({ content, ids: new Set(ids) });
  return (id) => !isOther && content !== null && !first.ids.has(id);
}
