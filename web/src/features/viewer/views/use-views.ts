import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { Front } from '../use-front.ts';
import type { Layers } from '../use-layers.ts';
import { presetViews, type ViewId, viewOfKey } from './views.ts';

export interface Views {
  /** Whether the patient's sides are known well enough for it, and there is such a jaw. */
  isPossible(view: ViewId): boolean;
  /** Whether all sides are unavailable because the patient's sides are uncertain. */
  isUnsure: boolean;
  show(view: ViewId): void;
  /** Shows the view of a number key. */
  pressed(event: KeyboardEvent): void;
}

/** Views from the sides of the patient. Those on one jaw hide the other; the next view shows it again. */
export function useViews(
  viewer: Viewer | undefined,
  layers: Layers,
  { source }: Pick<Front, 'source'>,
): Views {
  const [wanted, setWanted] = useState<{ id: ViewId }>();
  // After the layers' own effect, so that what is shown and the patient's sides are up to date.
  useEffect(() => {
    const view = presetViews.find(({ id }) => id === wanted?.id);
    if (view) viewer?.look(view.side);
  }, [viewer, wanted]);

  const isSure = source === 'found' || source === 'marked';
  const jaws = presetViews.flatMap(({ jaw }) => (jaw && layers.has(jaw) ? [jaw] : []));
  const isPossible = (id: ViewId) => {
    const jaw = presetViews.find((view) => view.id === id)?.jaw;
    if (!jaw || jaws.length === 0) return isSure;
    // Jaws that contradict each other are fine if only one of them is shown.
    return jaws.includes(jaw) && (isSure || source === 'contradiction');
  };
  const show = (id: ViewId) => {
    if (!isPossible(id)) return;
    layers.showOnly(presetViews.find((view) => view.id === id)?.jaw);
    setWanted({ id });
  };
  return {
    isPossible,
    isUnsure: !isSure,
    show,
    pressed(event) {
      const view = event.defaultPrevented ? undefined : viewOfKey(event.nativeEvent);
      if (!view || !viewer) return;
      event.preventDefault();
      show(view.id);
    },
  };
}
