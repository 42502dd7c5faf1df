import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Triple } from '../../../viewer/surfaces/places.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';

/** Something that stands at a place of the picture, in CSS pixels from its upper left. */
export interface Mark {
  key: number;
  x: number;
  y: number;
}

/** Marks that would lie on one another; it stands where the first of them does. */
interface MarkGroup {
  keys: number[];
  x: number;
  y: number;
}

/**
 * Puts marks that are nearer to one another than `size` into one group, so that each can be met with a finger: no two
 * groups overlap as squares of that size. The first marks keep their places.
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
  /** Shares its place with none. */
  isAlone?: boolean;
}

/** A finger meets what is so large; CSS pixels. */
const FINGER = 44;

/** Half of what a mark shows, its number and the sign for more included; CSS pixels. */
const DOT = { width: 22, height: 14 };

/** Which marks stand where. */
interface Marks {
  /** Those that are in the picture; the first of each group stands for all of it. */
  groups: number[][];
  /** Those that a surface lies before. */
  occluded: ReadonlySet<number>;
  /** Gives the element of a mark its place, in every picture anew. */
  placeAt(key: number): (element: HTMLElement | null) => void;
}

/**
 * Keeps marks over their places on the scans while the view moves. Marks too near to one another become one; the first
 * of `placed` keep their own places. Only a change of who stands with whom renders anything.
 */
export function useMarks(viewer: Viewer | undefined, placed: readonly Placed[]): Marks {
  const [groups, setGroups] = useState<number[][]>([]);
  const [occluded, setOccluded] = useState<ReadonlySet<number>>(new Set());
  const elements = useRef(new Map<number, HTMLElement>());
  const latest = useRef(placed);
  latest.current = placed;

  const place = useCallback(() => {
    if (!viewer) return;
    const { clientWidth, clientHeight } = viewer.bench.overlay;
    const marks = latest.current.flatMap(({ key, point }): Mark[] => {
      const at = viewer.bench.toScreen(point);
      const isInside = at && at.x >= 0 && at.y >= 0 && at.x <= clientWidth && at.y <= clientHeight;
      return isInside ? [{ key, ...at }] : [];
    });
    const alone = new Set(latest.current.flatMap(({ key, isAlone }) => (isAlone ? key : [])));
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
    viewer.bench.labels.marks = found.map(({ x, y }) => ({
      left: x - DOT.width,
      top: y - DOT.height,
      right: x + DOT.width,
      low: y + DOT.height,
    }));
    const next = found.map(({ keys }) => keys);
    setGroups((before) => (isSame(before, next) ? before : next));
  }, [viewer]);

  useEffect(() => {
    if (!viewer) return;
    const look = watchOcclusion(viewer, () => latest.current, setOccluded);
    const leave = viewer.onDraw(() => {
      place();
      look();
    });
    return () => {
      leave();
      viewer.bench.labels.marks = [];
    };
  }, [viewer, place]);

  // A mark that is new in the picture, or a pin that came or went, has its place before it is seen.
  useLayoutEffect(place);
  const key = JSON.stringify(placed.map((each) => [each.key, each.point]));
  useEffect(() => {
    if (key) viewer?.bench.draw();
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

/** Asks the surfaces after each picture what is occluded; while they answer, pictures only note that they came. */
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
      // The worker ended: what stands there stays as it was.
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
