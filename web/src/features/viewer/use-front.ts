import type { Orientation } from '@cusp/contract/orientation';
import { useEffect, useRef, useState } from 'react';
import type { Anatomy } from '../../viewer/anatomy.ts';
import { Watched } from '../../viewer/tools/watched.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import { useWatched } from './use-watched.ts';

/** Storage for the orientation that people set by hand. */
export interface OrientationStore {
  /** The current orientation; null if it has not been set. */
  mark: Orientation | null;
  /** Stores the orientation for everybody in the case, null removes it. Undefined for people who may not set it. */
  keep?: ((mark: Orientation | null) => void) | undefined;
  isKeeping: boolean;
  /** Why the last one was not stored. */
  error?: string | undefined;
}

export interface Front extends Pick<OrientationStore, 'isKeeping' | 'error'> {
  source: Anatomy['source'];
  /** Whether the hint that asks for the front is open. */
  isOpen: boolean;
  canMark: boolean;
  hasMark: boolean;
  /** The user tried to set the front while no scan was visible. */
  isNothingShown: boolean;
  ask(): void;
  dismiss(): void;
  /** Uses the current view of the scans as the front. */
  mark(): void;
  remove(): void;
}

const nothing = new Watched<Anatomy['source']>('found');

/** Source of the patient's front in the viewer, and functions to set it. */
export function useFront(viewer: Viewer | undefined, store: OrientationStore): Front {
  const source = useWatched(viewer?.sidesFrom ?? nothing);
  const [isAsked, setAsked] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const [isNothingShown, setNothingShown] = useState(false);
  const { mark, keep, isKeeping, error } = store;

  const key = JSON.stringify(mark);
  useEffect(() => viewer?.setMark(JSON.parse(key) as Orientation | null), [viewer, key]);
  // Closes the hint once the requested orientation is stored.
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
