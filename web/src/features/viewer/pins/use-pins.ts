import type { NewPin, PinPlace } from '@cusp/contract/pin';
import { millimetresIn } from '@cusp/mesh/scan-units';
import { useEffect, useRef, useState } from 'react';
import { scaled } from '../../../viewer/in-millimetres.ts';
import type { LayerId, ViewerFile } from '../../../viewer/plan-scene.ts';
import type { Spot } from '../../../viewer/surfaces/places.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import { fileOf } from '../maps/comparisons.ts';
import type { Layer } from '../use-layers.ts';
import type { PinDesk, ViewerPin } from './pins.types.ts';

/** Least span a pin can have; see `PinView`. */
const leastSpan = 0.01;

/**
 * Millimetres in one of the numbers of a file. A pin is kept in the numbers of the very version it was set on, so that
 * it stays in its place when somebody says later what these are.
 */
export const factorOf = (files: readonly ViewerFile[], id: number): number =>
  millimetresIn[fileOf(files, id)?.scan?.unit ?? 'mm'];

/** A pin as it is kept, in the picture. */
export function intoPicture<P extends PinPlace>(pin: P, factor: number): P {
  if (factor === 1) return pin;
  const { point, view } = pin;
  const seen = { ...view, target: scaled(view.target, factor), span: view.span * factor };
  return { ...pin, point: scaled(point, factor), view: seen };
}

/** A pin in the picture, as it is kept. */
export function intoFile<P extends PinPlace>(pin: P, factor: number): P {
  const kept = intoPicture(pin, 1 / factor);
  return { ...kept, view: { ...kept.view, span: Math.max(leastSpan, kept.view.span) } };
}

interface PinsOptions {
  /** Undefined until the scans can be seen. */
  viewer: Viewer | undefined;
  desk: PinDesk | undefined;
  files: readonly ViewerFile[];
  layers: readonly Layer[];
  /** In which layer the scan of a file is; undefined when it is not in the picture. */
  layerOf(scan: number): LayerId | undefined;
  /** A pin that somebody asked for from outside; each object is one asking. */
  wish: { pin: number } | undefined;
}

export interface Pins {
  /** Those that are shown: none, or all whose scan can be seen now. */
  seen: ViewerPin[];
  /** Whether the scan of the selected one is in the picture. */
  isSelectedSeen: boolean;
  selected: ViewerPin | undefined;
  /** Pins that stood at the place of the picture that was chosen. */
  together: ViewerPin[];
  isShown: boolean;
  setShown(isShown: boolean): void;
  /** Goes to a pin; `together` are those beside it. */
  select(key: number, together?: readonly number[]): void;
  deselect(): void;
  /** Where a new pin is to stand. */
  draft: Spot | undefined;
  setDraft(spot: Spot | undefined): void;
  /** The new pin with the view as it is now. */
  newPin(): NewPin;
}

/** Which pins are seen, which one is looked at, and the one that is being set. */
export function usePins({ viewer, desk, files, layers, layerOf, wish }: PinsOptions): Pins {
  const [isShown, setShown] = useState(true);
  const [selection, setSelection] = useState<{ key: number; together: readonly number[] }>();
  const [draft, setDraft] = useState<Spot>();
  const all = (desk?.pins ?? []).map((pin) => intoPicture(pin, factorOf(files, pin.file.id)));
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
      // Its scan may have been corrected into another layer since, which was not looked at then.
      if (layer.id === own) layer.set({ opacity: opacity || layer.opacity || 100, isShown: true });
      else if (opacity !== undefined) layer.set({ opacity: opacity || layer.opacity, isShown: opacity > 0 });
    }
    viewer.flyTo(pin.view);
  };

  // What is asked for from outside waits until the scans are there, and the pin itself.
  const done = useRef<PinsOptions['wish']>(undefined);
  useEffect(() => {
    if (!wish || wish === done.current || !viewer || !pinOf(wish.pin)) return;
    done.current = wish;
    select(wish.pin);
  });

  // Its comment may be deleted while it is looked at: the keyboard then goes back to the scans, not to nowhere.
  const isLost = selection !== undefined && viewer !== undefined && !pinOf(selection.key);
  useEffect(() => {
    if (!isLost) return;
    setSelection(undefined);
    if (document.activeElement === document.body) viewer?.focus();
  }, [isLost, viewer]);

  const newPin = (): NewPin => {
    if (!viewer || !draft) throw new Error('There is no place for a pin');
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
