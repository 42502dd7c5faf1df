import { useState } from 'react';

/**
 * The ids that came after the first ones of this content, so that what arrives can say so by moving; null is no content
 * yet. Ids of other content, such as the next page, have not arrived.
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
