import { type ReactNode, useState } from 'react';
import type { ToolSlot, ViewerTool } from '../../../viewer/tools/tool.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { ToolId, ToolKind } from './tool-kind.ts';

export interface Tools {
  isActive(id: ToolId): boolean;
  /** Whether a tool has the clicks. */
  hasClicks: boolean;
  /** Takes a tool up in the place of the one in its slot, or puts it down. */
  toggle(kind: ToolKind): void;
  /** Takes the last point of a tool back, or puts the tool down; false where there is none. */
  back(): boolean;
  /** Of the tools that are taken up. */
  panels: Partial<Record<ToolSlot, ReactNode>>;
}

const slots: readonly ToolSlot[] = ['look', 'hand'];

type Taken = Partial<Record<ToolSlot, { id: ToolId; tool: ViewerTool; panel: ReactNode }>>;
const nothing: Taken = {};

/** Which tools are taken up. They go with the viewer that they were taken up in. */
export function useTools(viewer: Viewer | undefined): Tools {
  const [held, setHeld] = useState<{ by: Viewer; taken: Taken }>();
  const taken = held && held.by === viewer ? held.taken : nothing;

  const toggle = (kind: ToolKind) => {
    if (!viewer) return;
    const { id, slot } = kind;
    const started = taken[slot]?.id === id ? undefined : kind.start(viewer.bench);
    viewer.use(slot, started?.tool);
    setHeld({ by: viewer, taken: { ...taken, [slot]: started && { id, ...started } } });
  };

  const back = () => {
    const slot = taken.hand ? 'hand' : 'look';
    const inUse = taken[slot];
    if (!viewer || !inUse) return false;
    if (inUse.tool.undo?.()) return true;
    viewer.use(slot, undefined);
    setHeld({ by: viewer, taken: { ...taken, [slot]: undefined } });
    return true;
  };

  return {
    isActive: (id) => slots.some((slot) => taken[slot]?.id === id),
    hasClicks: taken.hand !== undefined,
    toggle,
    back,
    panels: { look: taken.look?.panel, hand: taken.hand?.panel },
  };
}
