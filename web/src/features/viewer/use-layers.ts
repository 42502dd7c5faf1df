import { useEffect, useState } from 'react';
import { type LayerId, layerIds, type PlannedFile } from '../../viewer/plan-scene.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';

export interface Layer {
  id: LayerId;
  /** Whether it contains a scan. */
  isThere: boolean;
  /** 0 to 100. */
  opacity: number;
  isShown: boolean;
  setOpacity(opacity: number): void;
  toggle(): void;
  set(look: { opacity: number; isShown: boolean }): void;
}

type Looks = Partial<Record<LayerId, { opacity: number; isShown: boolean }>>;

/** The three layers of each jaw, with or without a scan, and their settings. */
export function useLayers(viewer: Viewer | undefined, shown: PlannedFile[]): Layer[] {
  const [looks, setLooks] = useState<Looks>({});
  const present = layerIds.filter((id) => shown.some(({ layer }) => layer === id));
  const lookOf = (id: LayerId) => looks[id] ?? { opacity: 100, isShown: !isCovered(id, present) };
  const key = JSON.stringify(present.map((id) => [id, lookOf(id)]));

  useEffect(() => {
    for (const [id, look] of JSON.parse(key) as [LayerId, { opacity: number; isShown: boolean }][]) {
      viewer?.setLook(id, { opacity: look.opacity / 100, isShown: look.isShown });
      // Hiding a jaw also hides the margin lines of its teeth.
      if (id === 'upper-jaw') viewer?.setMargins('upper', look.isShown);
      if (id === 'lower-jaw') viewer?.setMargins('lower', look.isShown);
    }
  }, [viewer, key]);

  const listed = layerIds.filter((id) => id !== 'other' || present.includes(id));
  return listed.map((id) => {
    const look = lookOf(id);
    const change = (next: Partial<typeof look>) =>
      setLooks((before) => ({ ...before, [id]: { ...look, ...next } }));
    return {
      id,
      isThere: present.includes(id),
      ...look,
      setOpacity: (opacity) => change({ opacity }),
      toggle: () => change({ isShown: !look.isShown }),
      set: change,
    };
  });
}

/** Whether a layer is hidden at first: the pre-op scan is in the same place as the jaw and would cover it. */
function isCovered(id: LayerId, present: LayerId[]): boolean {
  if (id === 'upper-preop') return present.includes('upper-jaw');
  return id === 'lower-preop' && present.includes('lower-jaw');
}
