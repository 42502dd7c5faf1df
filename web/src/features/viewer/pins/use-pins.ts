import type { NewPin, PinPlace } from '@cusp/contract/pin';
import { millimetresIn } from '@cusp/mesh/scan-units';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scaled } from '../../../viewer/in-millimetres.ts';
import type { LayerId, ViewerFile } from '../../../viewer/plan-scene.ts';
import type { Spot } from '../../../viewer/surfaces/places.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import { fileOf } from '../maps/comparisons.ts';
import type { Layer } from '../use-layers.ts';
import type { PinThread, ViewerPin } from './pins.types.ts';

/** Minimum span of a pin; see `PinView`. */
const minSpan = 0.01;

/**
 * Millimetres per unit of a file. A pin is stored in the units of the version it was set on, so that it keeps its place
 * when the unit is set later.
 */
export const factorOf = (files: readonly ViewerFile[], id: number): number =>
  millimetresIn[fileOf(files, id)?.scan?.unit ?? 'mm'];

/** A stored pin in scene coordinates. */
export function intoPicture<P extends PinPlace>(pin: P, factor: number): P {
  if (factor === 1) return pin;
  const { point, view } = pin;
  const seen = { ...view, target: scaled(view.target, factor), span: view.span * factor };
  return { ...pin, point: scaled(point, factor), view: seen };
}

/** A pin in scene coordinates as it is stored. */
export function intoFile<P extends PinPlace>(pin: P, factor: number): P {
  const kept = intoPicture(pin, 1 / factor);
  return { ...kept, view: { ...kept.view, span: Math.max(minSpan, kept.view.span) } };
}

interface PinsOptions {
  /** Undefined until the scans are shown. */
  viewer: Viewer | undefined;
  thread: PinThread | undefined;
  files: readonly ViewerFile[];
  layers: readonly Layer[];
  /** The layer of a file's scan; undefined if it is not shown. */
  layerOf(scan: number): LayerId | undefined;
  /** A pin to show, requested from outside; each request is a new object. */
  wish: { pin: number } | undefined;
}

export interface Pins {
  /** The visible pins: empty if hidden, else those with a visible scan. */
  seen: ViewerPin[];
  /** Whether the scan of the selected pin is shown. */
  isSelectedSeen: boolean;
  selected: ViewerPin | undefined;
  /** Pins at the same place of the picture as the selected one. */
  together: ViewerPin[];
  isShown: boolean;
  setShown(isShown: boolean): void;
  /** Goes to a pin; `together` are the pins next to it. */
  select(key: number, together?: readonly number[]): void;
  deselect(): void;
  /** The place of a new pin. */
  draft: Spot | undefined;
  setDraft(spot: Spot | undefined): void;
  /** The new pin with the current view. */
  newPin(): NewPin;
}

/** The visible pins, the selected one, and the new one. */
export function usePins({ viewer, thread, files, layers, layerOf, wish }: PinsOptions): Pins {
  const [isShown, setShown] = useState(true);
  const [selection, setSelection] = useState<{ key: number; together: readonly number[] }>();
  // In the units of its file, so that it keeps its place if the unit is changed before it is saved.
  const [held, setHeld] = useState<Spot>();
  const inUnits = (spot: Spot, factor: number): Spot => ({ ...spot, point: scaled([...spot.point], factor) });
  const draft = held && inUnits(held, factorOf(files, held.scan));
  const setDraft = (spot: Spot | undefined) => setHeld(spot && inUnits(spot, 1 / factorOf(files, spot.scan)));
  const all = (thread?.pins ?? []).map((pin) => intoPicture(pin, factorOf(files, pin.file.id)));
  const pinOf = (key: number) => all.find((pin) => pin.key === key);
  const opacityOf = (id: LayerId | undefined) => {
    const layer = layers.find((each) => each.id === id);
    return layer?.isShown ? layer.opacity : 0;
  };

  const select = (key: number, together: readonly number[] = []) => {
    const pin = pinOf(key);
    if (!pin || !viewer) return;
    setDraft(undefined);
    setShown(true);
    setSelection({ key, together });
    const own = layerOf(pin.scan);
    for (const layer of layers) {
      const opacity = pin.view.layers[layer.id];
      // Its scan may since have been moved to another layer, which was hidden in the stored view.
      if (layer.id === own) layer.set({ opacity: opacity || layer.opacity || 100, isShown: true });
      else if (opacity !== undefined) layer.set({ opacity: opacity || layer.opacity, isShown: opacity > 0 });
    }
    viewer.flyTo(pin.view);
  };

  // A request from outside waits until the scans and the pin itself are loaded.
  const done = useRef<PinsOptions['wish']>(undefined);
  useEffect(() => {
    if (!wish || wish === done.current || !viewer || !pinOf(wish.pin)) return;
    done.current = wish;
    select(wish.pin);
  });

  // If its comment is deleted while selected, the focus returns to the scans.
  const isLost = selection !== undefined && viewer !== undefined && !pinOf(selection.key);
  // Before the shell looks for another target of the focus.
  useLayoutEffect(() => {
    if (!isLost) return;
    setSelection(undefined);
    if (document.activeElement === document.body) viewer?.focus();
  }, [isLost, viewer]);

  const newPin = (): NewPin => {
    if (!viewer || !draft) throw new Error('there is no draft of a pin');
    const shown = layers.map(({ id, isShown: isOn, opacity }) => [id, isOn ? opacity : 0]);
    const view = { ...viewer.viewpoint, layers: Object.fromEntries(shown) };
    const place: NewPin = {
      file_id: draft.scan,
      point: [...draft.point],
      normal: [...draft.normal],
      view,
    };
    return intoFile(place, factorOf(files, draft.scan));
  };

  const isSeen = ({ scan }: ViewerPin) => opacityOf(layerOf(scan)) > 0;
  const selected = selection && pinOf(selection.key);

  return {
    seen: isShown ? all.filter(isSeen) : [],
    isSelectedSeen: selected !== undefined && isSeen(selected),
    selected,
    together: selection?.together.flatMap((key) => pinOf(key) ?? []) ?? [],
    isShown,
    setShown,
    select,
    deselect: () => setSelection(undefined),
    draft,
    setDraft: (spot) => {
      if (spot) setSelection(undefined);
      setDraft(spot);
    },
    newPin,
  };
}
