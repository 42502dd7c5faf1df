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
  /** Whether pins can be set; on a coarse surface they would be misplaced. */
  isPossible: boolean;
  /** Whether a tool takes the clicks, which then pass through the pins. */
  hasClicks: boolean;
  toggle(): void;
  /** Ends setting a pin, after it was posted or cancelled. */
  end(): void;
}

/** Sets pins: by a click while the pin tool is active, otherwise by a long press. */
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
      // Focuses the scans, so that arrow keys turn them and Enter sets the pin.
      if (!isOn) viewer?.focus();
    },
    end,
  };
}
