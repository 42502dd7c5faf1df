import type { CaseListItem } from '@cusp/contract/case-list';
import { type DragEvent, type PointerEvent, useState } from 'react';

/** The card that is being dragged, by handlers for the element that contains all cards. */
export function useDragging(rows: readonly CaseListItem[]) {
  const [dragged, setDragged] = useState<CaseListItem | null>(null);
  const end = () => setDragged(null);
  return {
    dragged,
    end,
    source: {
      onDragStart(event: DragEvent<HTMLElement>) {
        const card =
          event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null;
        const item = rows.find(({ id }) => String(id) === card?.dataset.card);
        if (!item) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', item.no);
        setDragged(item);
      },
      onDragEnd: end,
      // A card that a live update removed fires no `dragend`.
      onPointerMove: (event: PointerEvent) => dragged && event.buttons === 0 && end(),
    },
  };
}

interface Drop {
  /** Why the card cannot be dropped here; null if it can. */
  why: string | null;
  onDrop(): void;
}

/** Handlers of a drop target; `drop` is null if nothing is dragged to it. */
export function useDropPlace(drop: Drop | null) {
  const [isOver, setOver] = useState(false);
  return {
    isOver: isOver && drop !== null,
    place: {
      onDragOver(event: DragEvent) {
        if (!drop) return;
        setOver(true);
        if (drop.why !== null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
      },
      onDragLeave(event: DragEvent<HTMLElement>) {
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!drop || drop.why !== null) return;
        event.preventDefault();
        drop.onDrop();
      },
    },
  };
}
