import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';
import type { Triple } from '../../../viewer/surfaces/places.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';

/** A mark at a position of the picture, in CSS pixels from the top left. */
export interface Mark {
  key: number;
  x: number;
  y: number;
}

/** Overlapping marks, at the position of the first of them. */
interface MarkGroup {
  keys: number[];
  x: number;
  y: number;
}

/**
 * Groups marks that are closer than `size`, so that each group can be tapped: groups never overlap as squares of that
 * size. The first marks keep their positions.
 */
export function groupMarks(marks: readonly Mark[], size: number): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const { key, x, y } of marks) {
    const near = groups.find((group) => Math.max(Math.abs(group.x - x), Math.abs(group.y - y)) < size);
    if (near) near.keys.push(key);
    else groups.push({ keys: [key], x, y });
  }
  return groups;
}

/** Something with a place on a scan. */
interface Placed {
  key: number;
  point: Triple;
  normal: Triple;
  /** Never grouped. */
  isAlone?: boolean;
}

/** Minimum size of a touch target in CSS pixels. */
const FINGER = 44;

/** Half the size of a mark with its number and group sign, in CSS pixels. */
const DOT = { width: 22, height: 14 };

/** The groups of marks and their visibility. */
interface Marks {
  /** Keys of the marks in the picture; the first of each group represents it. */
  groups: number[][];
  /** Keys of those behind a surface. */
  occluded: ReadonlySet<number>;
  /** A ref that keeps the element of a mark at its position in every frame. */
  placeAt(key: number): (element: HTMLElement | null) => void;
}

/**
 * Keeps marks above their places on the scans while the view moves. Close marks are grouped; the first of `placed`
 * keep their positions. Only a change of groups causes a render.
 */
export function useMarks(viewer: Viewer | undefined, placed: readonly Placed[]): Marks {
  const [groups, setGroups] = useState<number[][]>([]);
  const [occluded, setOccluded] = useState<ReadonlySet<number>>(new Set());
  const elements = useRef(new Map<number, HTMLElement>());
  const latest = useLatest(() => placed);

  const place = useCallback(() => {
    if (!viewer) return;
    const { clientWidth, clientHeight } = viewer.context.overlay;
    const marks = latest().flatMap(({ key, point }): Mark[] => {
      const at = viewer.context.toScreen(point);
      const isInside = at && at.x >= 0 && at.y >= 0 && at.x <= clientWidth && at.y <= clientHeight;
      return isInside ? [{ key, ...at }] : [];
    });
    const alone = new Set(latest().flatMap(({ key, isAlone }) => (isAlone ? key : [])));
    const found = [
      ...groupMarks(
        marks.filter(({ key }) => !alone.has(key)),
        FINGER,
      ),
      ...marks.filter(({ key }) => alone.has(key)).map(({ key, ...at }) => ({ keys: [key], ...at })),
    ];
    for (const { keys, x, y } of found) {
      const element = keys[0] === undefined ? undefined : elements.current.get(keys[0]);
      if (element) element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }
    viewer.context.labels.marks = found.map(({ x, y }) => ({
      left: x - DOT.width,
      top: y - DOT.height,
      right: x + DOT.width,
      low: y + DOT.height,
    }));
    const next = found.map(({ keys }) => keys);
    setGroups((before) => (isSame(before, next) ? before : next));
  }, [viewer, latest]);

  useEffect(() => {
    if (!viewer) return;
    const look = watchOcclusion(viewer, latest, setOccluded);
    const leave = viewer.onDraw(() => {
      place();
      look();
    });
    return () => {
      leave();
      viewer.context.labels.marks = [];
    };
  }, [viewer, place, latest]);

  // New marks are positioned before they are painted.
  useLayoutEffect(place);
  const key = JSON.stringify(placed.map((each) => [each.key, each.point]));
  useEffect(() => {
    if (key) viewer?.context.draw();
  }, [viewer, key]);

  const placeAt = useCallback(
    (each: number) => (element: HTMLElement | null) => {
      if (element) elements.current.set(each, element);
      else elements.current.delete(each);
    },
    [],
  );
  return { groups, occluded, placeAt };
}

const isSame = (one: number[][], other: number[][]) => JSON.stringify(one) === JSON.stringify(other);

/** Checks after each frame which marks are occluded; during a check, new frames only request another one. */
function watchOcclusion(
  viewer: Viewer,
  placed: () => readonly Placed[],
  tell: (occluded: ReadonlySet<number>) => void,
): () => void {
  let isAsking = false;
  let isStale = false;
  const ask = async () => {
    const asked = placed();
    if (asked.length === 0) return;
    isAsking = true;
    isStale = false;
    try {
      const hidden = await viewer.occluded(asked);
      tell(new Set(asked.filter((_, at) => hidden[at]).map(({ key }) => key)));
    } catch {
      // The worker ended, so keep the last result.
      return;
    } finally {
      isAsking = false;
    }
    if (isStale) void ask();
  };
  return () => {
    isStale = true;
    if (!isAsking) void ask();
  };
}
