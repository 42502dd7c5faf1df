import type { Side } from '../../../viewer/anatomy.ts';
import type { Jaw } from '../../../viewer/plan-scene.ts';

export type ViewId = 'upper' | 'lower' | 'front' | 'left' | 'right' | 'back';

interface PresetView {
  id: ViewId;
  /** The side of the patient that it shows. */
  side: Side;
  /** The only jaw that it shows, because the other one would cover its teeth. */
  jaw?: Jaw;
}

/** In the order of their keys, 1 to 6. */
export const presetViews: readonly PresetView[] = [
  { id: 'upper', side: 'F', jaw: 'upper' },
  { id: 'lower', side: 'H', jaw: 'lower' },
  { id: 'front', side: 'A' },
  { id: 'left', side: 'L' },
  { id: 'right', side: 'R' },
  { id: 'back', side: 'P' },
];

/** The view of a key; undefined for other keys, with modifiers, and during typing in a field. */
export function viewOfKey(event: KeyboardEvent): PresetView | undefined {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox], [role=combobox]'));
  return isField ? undefined : presetViews[['1', '2', '3', '4', '5', '6'].indexOf(key)];
}
