import { useState } from 'react';
import { Vector3 } from 'three';
import { nearestPlace } from '../../../../viewer/surfaces/section-lines.ts';
import { degreesAt } from '../../../../viewer/tools/angle.ts';
import { type ChangeCounts, noChanges } from '../../../../viewer/tools/measure-changes.ts';
import { samePlace } from '../../../../viewer/tools/measuring.ts';
import type { Outline } from '../../../../viewer/tools/outline.ts';
import type { DrawnSection } from '../../../../viewer/tools/section.ts';
import type { Place } from './paper.ts';

export type SectionMeasureKind = 'distance' | 'angle';

export interface SectionMeasure {
  id: number;
  kind: SectionMeasureKind;
  places: readonly Place[];
  /** Millimetres or degrees, once all places are set. */
  value?: number;
}

const needed: Record<SectionMeasureKind, number> = { distance: 2, angle: 3 };

interface Held {
  plane: string;
  surfaces: string | undefined;
  measures: readonly SectionMeasure[];
  changes: ChangeCounts;
}

/**
 * Measures in a plane. They are dropped when `plane` changes, because their places would no longer be on an outline.
 * When a scan changes, those whose places still exist stay; they are not listed while it has no section.
 */
export function useSectionMeasures(plane: string, drawn: DrawnSection | undefined) {
  const begin = (): Held => ({ plane, surfaces: drawn?.surfaces, measures: [], changes: noChanges });
  const [state, setState] = useState(begin);
  const [kind, setKind] = useState<SectionMeasureKind>('distance');
  const held = state.plane === plane ? state : begin();
  if (drawn && held.surfaces !== drawn.surfaces)
    setState({ plane, surfaces: drawn.surfaces, ...carriedOver(held, drawn.outlines) });
  // Without a section it is unknown whether they are still on an outline.
  const measures = drawn ? held.measures : [];
  const set = (next: SectionMeasure[]) =>
    setState({ plane, surfaces: drawn?.surfaces, measures: next, changes: noChanges });
  const isOpen = (measure: SectionMeasure | undefined) =>
    measure !== undefined && measure.value === undefined;

  return {
    measures,
    /** Effects of a changed scan on measures, until the next place is set. */
    changes: held.changes,
    kind,
    setKind(next: SectionMeasureKind) {
      set(held.measures.filter((measure) => !isOpen(measure)));
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
    /** Removes the last place; returns false if there is none. */
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

/** The measures on changed outlines; those with a place that is on no outline any more are lost. */
export function carriedOver(
  { measures, changes }: Pick<Held, 'measures' | 'changes'>,
  outlines: readonly Outline[],
): Pick<Held, 'measures' | 'changes'> {
  const found = measures.flatMap((measure): SectionMeasure[] => {
    const places = measure.places.flatMap((place): Place[] => {
      const now = nearestPlace(outlines, place, samePlace);
      return now ? [now] : [];
    });
    if (places.length < measure.places.length) return [];
    return [{ ...measure, places, value: measure.value === undefined ? undefined : measured(places) }];
  });
  const isMoved = ({ id, value }: SectionMeasure) =>
    measures.some((before) => before.id === id && before.value !== value);
  const again = Math.max(changes.again, found.filter(isMoved).length);
  return { measures: found, changes: { again, lost: changes.lost + measures.length - found.length } };
}

function measured(places: readonly Place[]): number | undefined {
  const [a, b, c] = places.map(([x, y]) => new Vector3(x, y, 0));
  if (!a || !b) return undefined;
  return c ? degreesAt(a, b, c) : a.distanceTo(b);
}
