import { type ReactNode, useState } from 'react';
import { type ToolSlot, toolSlots, type ViewerTool } from '../../../viewer/tools/tool.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { OpenPanel } from './open-panel.ts';
import type { ToolId, ToolKind } from './tool-kind.ts';

export interface Tools {
  isActive(id: ToolId): boolean;
  /** Whether a tool takes the clicks. */
  hasClicks: boolean;
  /** Activates a tool in place of the one in its slot, or deactivates it. */
  toggle(kind: ToolKind): void;
  /** Undoes the last point of a tool, or deactivates the tool; returns false if no tool is active. */
  back(): boolean;
  /** The panels of active tools, in the order of their slots. */
  panels: ReactNode[];
  openPanel: OpenPanel;
}

/** In the order of activation. */
type Taken = readonly { slot: ToolSlot; id: ToolId; tool: ViewerTool; panel: ReactNode }[];
const nothing: Taken = [];

/** The active tools. They are tied to the viewer in which they were activated. */
export function useTools(viewer: Viewer | undefined): Tools {
  const [held, setHeld] = useState<{ by: Viewer; taken: Taken }>();
  const [open, setOpen] = useState<ToolId>();
  const taken = held && held.by === viewer ? held.taken : nothing;

  const put = (slot: ToolSlot, started?: Taken[number]) => {
    if (!viewer) return;
    viewer.use(slot, started?.tool);
    const gone = taken.find((each) => each.slot === slot);
    const next = taken.filter((each) => each !== gone).concat(started ?? []);
    setHeld({ by: viewer, taken: next });
    if (started?.panel) setOpen(started.id);
    // Expands the panel that the closed one had replaced.
    else if (open === gone?.id) setOpen(next.findLast(({ panel }) => panel)?.id);
  };
  const toggle = (kind: ToolKind) => {
    if (!viewer) return;
    const { id, slot } = kind;
    const isTaken = taken.some((each) => each.id === id);
    put(slot, isTaken ? undefined : { id, slot, ...kind.start(viewer.context) });
  };
  const back = () => {
    // A measuring tool comes first, because it gets the clicks; otherwise the tool activated last.
    const last = taken.find(({ slot }) => slot === 'hand') ?? taken.at(-1);
    if (!last) return false;
    if (!last.tool.undo?.()) put(last.slot);
    return true;
  };
  const close = (id: ToolId) => {
    const slot = taken.find((each) => each.id === id)?.slot;
    if (slot) put(slot);
    viewer?.focus();
  };

  return {
    isActive: (id) => taken.some((each) => each.id === id),
    hasClicks: taken.some(({ slot }) => slot === 'hand'),
    toggle,
    back,
    panels: toolSlots.flatMap((slot) => taken.find((each) => each.slot === slot)?.panel ?? []),
    openPanel: { open, setOpen, close },
  };
}
