import { useEffect, useState } from 'react';
import { type Jaw, type LayerId, layerIds, type PlannedFile } from '../../viewer/plan-scene.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';

export interface Layer {
  id: LayerId;
  /** 0 to 100. */
  opacity: number;
  isShown: boolean;
  setOpacity(opacity: number): void;
  toggle(): void;
  set(setting: { opacity: number; isShown: boolean }): void;
}

type LayerSettings = Partial<Record<LayerId, { opacity: number; isShown: boolean }>>;

export interface Layers {
  list: Layer[];
  /** Whether the user has changed a setting, or a view hides a jaw. */
  isChanged: boolean;
  /** Whether there are scans of a jaw. */
  has(jaw: Jaw): boolean;
  /** Hides the other jaw until the next call, or until the user changes one of its layers; undefined shows both. */
  showOnly(jaw: Jaw | undefined): void;
}

/** The layers that have a scan, and their settings. */
export function useLayers(viewer: Viewer | undefined, shown: PlannedFile[]): Layers {
  const [settings, setSettings] = useState<LayerSettings>({});
  const [only, showOnly] = useState<Jaw>();
  const present = layerIds.filter((id) => shown.some(({ layer }) => layer === id));
  const has = (jaw: Jaw) => present.some((id) => id.startsWith(jaw));
  const isAside = (id: LayerId) => only !== undefined && has(only) && id.startsWith(otherJaw[only]);
  const appearanceOf = (id: LayerId) => {
    const setting = settings[id] ?? { opacity: 100, isShown: !isCovered(id, present) };
    return { ...setting, isShown: setting.isShown && !isAside(id) };
  };
  const key = JSON.stringify(present.map((id) => [id, appearanceOf(id)]));

  useEffect(() => {
    for (const [id, setting] of JSON.parse(key) as [LayerId, { opacity: number; isShown: boolean }][]) {
      viewer?.setLayerAppearance(id, { opacity: setting.opacity / 100, isShown: setting.isShown });
      // Hiding a jaw also hides the margin lines of its teeth.
      if (id === 'upper-jaw') viewer?.setMargins('upper', setting.isShown);
      if (id === 'lower-jaw') viewer?.setMargins('lower', setting.isShown);
    }
  }, [viewer, key]);

  const list = present.map((id): Layer => {
    const setting = appearanceOf(id);
    const change = (next: Partial<typeof setting>) => {
      if (isAside(id)) showOnly(undefined);
      setSettings((before) => ({ ...before, [id]: { ...setting, ...next } }));
    };
    return {
      id,
      ...setting,
      setOpacity: (opacity) => change({ opacity }),
      toggle: () => change({ isShown: !setting.isShown }),
      set: change,
    };
  });
  return { list, isChanged: only !== undefined || Object.keys(settings).length > 0, has, showOnly };
}

const otherJaw = { upper: 'lower', lower: 'upper' } as const;

/** Whether a layer is hidden at first: the pre-op scan is in the same place as the jaw and would cover it. */
function isCovered(id: LayerId, present: LayerId[]): boolean {
  if (id === 'upper-preop') return present.includes('upper-jaw');
  return id === 'lower-preop' && present.includes('lower-jaw');
}
