import type { Orientation } from '@cusp/contract/orientation';
import { useEffect, useRef, useState } from 'react';
import type { Anatomy } from '../../viewer/anatomy.ts';
import { Watched } from '../../viewer/tools/watched.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import { useWatched } from './use-watched.ts';

/** Where marks of the patient's front are kept. */
export interface FrontDesk {
  /** What counts now; null while nobody has marked anything. */
  mark: Orientation | null;
  /** Keeps a mark for everybody in the case, null takes it back. Without it nobody can mark. */
  keep?: ((mark: Orientation | null) => void) | undefined;
  isKeeping: boolean;
  /** Why the last one was not kept. */
  error?: string | undefined;
}

export interface Front extends Pick<FrontDesk, 'isKeeping' | 'error'> {
  source: Anatomy['source'];
  /** Whether people are asked to mark it. */
  isOpen: boolean;
  canMark: boolean;
  hasMark: boolean;
  /** Somebody wanted to mark the front while no scan was in the picture. */
  isNothingShown: boolean;
  ask(): void;
  dismiss(): void;
  /** Marks the front as the scans are looked at now. */
  mark(): void;
  remove(): void;
}

const nothing = new Watched<Anatomy['source']>('found');

/** How the viewer knows the patient's sides, and the way to mark them. */
export function useFront(viewer: Viewer | undefined, desk: FrontDesk): Front {
  const source = useWatched(viewer?.sidesFrom ?? nothing);
  const [isAsked, setAsked] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const [isNothingShown, setNothingShown] = useState(false);
  const { mark, keep, isKeeping, error } = desk;

  const key = JSON.stringify(mark);
  useEffect(() => viewer?.setMark(JSON.parse(key) as Orientation | null), [viewer, key]);
  // What was asked for is there.
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) setAsked(false);
    before.current = key;
  }, [key]);

  const isUnknown = source === 'unsure' || source === 'contradiction';
  return {
    source,
    isKeeping,
    error,
    isOpen: keep !== undefined && (isAsked || (isUnknown && !isDismissed)),
    canMark: keep !== undefined && source !== 'contradiction',
    hasMark: mark !== null,
    isNothingShown,
    ask: () => setAsked(true),
    dismiss() {
      setAsked(false);
      setDismissed(true);
      setNothingShown(false);
    },
    mark() {
      const here = viewer?.frontHere();
      setNothingShown(here === undefined);
      if (here) keep?.(here);
    },
    remove: () => keep?.(null),
  };
}
