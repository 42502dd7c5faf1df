import { IconRuler2 } from '@tabler/icons-react';
import { DistanceTool } from '../../../viewer/tools/distance.ts';
import { DistancePanel } from './DistancePanel.tsx';
import { type ToolKind, toolKind } from './tool-kind.ts';

/** The tools, in the order in which they are offered. */
export const toolKinds: readonly ToolKind[] = [
  toolKind({
    id: 'distance',
    icon: IconRuler2,
    slot: 'hand',
    open: (bench) => new DistanceTool(bench),
    Panel: DistancePanel,
  }),
];
