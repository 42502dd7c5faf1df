import type { IconProps } from '@tabler/icons-react';
import { type ComponentType, createElement, type ReactNode } from 'react';
import type viewer from '../../../../../languages/en/viewer.json';
import type { ToolContext, ToolSlot, ViewerTool } from '../../../viewer/tools/tool.ts';

export type ToolId = keyof (typeof viewer)['toolNames'];

/** A tool that can be activated in the viewer. Its name is `toolNames.<id>`. */
export interface ToolKind {
  id: ToolId;
  icon: ComponentType<IconProps>;
  slot: ToolSlot;
  /** Activates it; `panel` is shown beside the scans while it is active. */
  start(context: ToolContext): { tool: ViewerTool; panel: ReactNode };
}

interface Definition<Tool extends ViewerTool> extends Omit<ToolKind, 'start'> {
  open(context: ToolContext): Tool;
  Panel: ComponentType<{ tool: Tool }>;
}

/** Combines a tool of the 3D engine with the panel that controls it. */
export function toolKind<Tool extends ViewerTool>({ open, Panel, ...kind }: Definition<Tool>): ToolKind {
  return {
    ...kind,
    start(context) {
      const tool = open(context);
      return { tool, panel: createElement(Panel, { tool, key: kind.id }) };
    },
  };
}
