import { useState } from 'react';
import { Vector3 } from 'three';
import { degreesAt } from '../../../../viewer/tools/angle.ts';
import type { Place } from './paper.ts';

export type SectionMeasureKind = 'distance' | 'angle';

export interface SectionMeasure {
  id: number;
  kind: SectionMeasureKind;
  places: readonly Place[];
  /** Millimetres or degrees, once all places are there. */
  value?: number;
}

const needed: Record<SectionMeasureKind, number> = { distance: 2, angle: 3 };

/** Measures in a plane. They go when `plane` changes: their places would no longer lie on an outline. */
export function useSectionMeasures(plane: string) {
  const [held, setHeld] = useState<{ plane: string; measures: SectionMeasure[] }>({ plane, measures: [] });
  const [kind, setKind] = useState<SectionMeasureKind>('distance');
  const measures = held.plane === plane ? held.measures : [];
  const set = (next: SectionMeasure[]) => setHeld({ plane, measures: next });
  const isOpen = (measure: SectionMeasure | undefined) =>
    measure !== undefined && measure.value === undefined;

  return {
    measures,
    kind,
    setKind(next: SectionMeasureKind) {
      set(measures.filter((measure) => !isOpen(measure)));
      setKind(next);
    },
    add(place: Place) {
      const last = measures.at(-1);
      const begun = last && isOpen(last) ? last : undefined;
      const places = [...(begun?.places ?? []), place];
      const id = begun?.id ?? (last?.id ?? 0) + 1;
      const value = places.length === needed[kind] ? measured(places) : undefined;
      set([...measures.filter((each) => each !== begun), { id, kind, places, value }]);
    },
    /** Takes the last place back; false where there is none. */
    undo(): boolean {
      const last = measures.at(-1);
      if (!last) return false;
      const places = last.places.slice(0, -1);
      const others = measures.slice(0, -1);
      set(places.length > 0 ? [...others, { ...last, places, value: undefined }] : others);
      if (places.length > 0) setKind(last.kind);
      return true;
    },
    remove: (id: number) => set(measures.filter((measure) => measure.id !== id)),
    clear: () => set([]),
  };
}

function measured(places: readonly Place[]): number | undefined {
  const [a, b, c] = places.map(([x, y]) => new Vector3(x, y, 0));
  if (!a || !b) return undefined;
  return c ? degreesAt(a, b, c) : a.distanceTo(b);
}
