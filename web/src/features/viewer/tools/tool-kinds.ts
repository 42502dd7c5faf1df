import { IconArrowBarToDown, IconArrowsDiff, IconDental, IconRuler2 } from '@tabler/icons-react';
import { CompareTool } from '../../../viewer/tools/compare-map.ts';
import { ContactTool } from '../../../viewer/tools/contact-map.ts';
import { DistanceTool } from '../../../viewer/tools/distance.ts';
import { UndercutTool } from '../../../viewer/tools/undercut-map.ts';
import { ComparePanel } from '../maps/ComparePanel.tsx';
import { ContactPanel } from '../maps/ContactPanel.tsx';
import { UndercutPanel } from '../maps/UndercutPanel.tsx';
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
  toolKind({
    id: 'contact',
    icon: IconDental,
    slot: 'look',
    open: (bench) => new ContactTool(bench),
    Panel: ContactPanel,
  }),
  toolKind({
    id: 'undercut',
    icon: IconArrowBarToDown,
    slot: 'look',
    open: (bench) => new UndercutTool(bench),
    Panel: UndercutPanel,
  }),
  toolKind({
    id: 'compare',
    icon: IconArrowsDiff,
    slot: 'look',
    open: (bench) => new CompareTool(bench),
    Panel: ComparePanel,
  }),
];
