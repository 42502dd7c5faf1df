import { IconMapPinPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { PinTool } from '../../../viewer/tools/pin.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { ToolKind } from '../tools/tool-kind.ts';
import type { Tools } from '../tools/use-tools.ts';
import type { Pins } from './use-pins.ts';

export interface Pinning {
  /** Whether the next click sets a pin. */
  isOn: boolean;
  /** Whether pins can be set now; on a coarse surface they would not lie where they belong. */
  isPossible: boolean;
  /** Whether clicks are a tool's, and go through the pins. */
  hasClicks: boolean;
  toggle(): void;
  /** The pin that was being set is set, or not wanted any more. */
  end(): void;
}

/** Setting pins: with the tool in hand by a click, without any by pressing and holding. */
export function usePinning(viewer: Viewer | undefined, tools: Tools, { draft, setDraft }: Pins): Pinning {
  const [kind] = useState<ToolKind>(() => ({
    id: 'pin',
    icon: IconMapPinPlus,
    slot: 'hand',
    start: () => ({ tool: new PinTool(setDraft), panel: null }),
  }));
  const isOn = tools.isActive('pin');
  const end = () => {
    setDraft(undefined);
    if (isOn) tools.toggle(kind);
  };
  useEffect(() =>
    viewer?.onHold((spot) => {
      if (!isOn) tools.toggle(kind);
      setDraft(spot);
    }),
  );
  return {
    isOn,
    isPossible: viewer !== undefined,
    hasClicks: tools.hasClicks,
    toggle() {
      if (draft) return end();
      tools.toggle(kind);
      // The keyboard turns the scans then, and Enter sets the pin.
      if (!isOn) viewer?.focus();
    },
    end,
  };
}
