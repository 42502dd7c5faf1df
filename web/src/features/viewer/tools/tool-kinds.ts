import {
  IconAngle,
  IconArrowBarToDown,
  IconArrowsDiff,
  IconArrowsVertical,
  IconCircleDashed,
  IconDental,
  IconRoute,
  IconRuler2,
  IconSlice,
} from '@tabler/icons-react';
import { alongSurface } from '../../../viewer/tools/along-surface.ts';
import { angle } from '../../../viewer/tools/angle.ts';
import { circle } from '../../../viewer/tools/circle.ts';
import { CompareTool } from '../../../viewer/tools/compare-map.ts';
import { ContactTool } from '../../../viewer/tools/contact-map.ts';
import { distance } from '../../../viewer/tools/distance.ts';
import { MeasuringTool } from '../../../viewer/tools/measuring.ts';
import { SectionTool } from '../../../viewer/tools/section.ts';
import { thickness } from '../../../viewer/tools/thickness.ts';
import { UndercutTool } from '../../../viewer/tools/undercut-map.ts';
import { ComparePanel } from '../maps/ComparePanel.tsx';
import { ContactPanel } from '../maps/ContactPanel.tsx';
import { UndercutPanel } from '../maps/UndercutPanel.tsx';
import { AlongPanel, AnglePanel, CirclePanel, DistancePanel, ThicknessPanel } from './MeasurePanels.tsx';
import { SectionPanel } from './section/SectionPanel.tsx';
import { type ToolKind, toolKind } from './tool-kind.ts';

/** The tools in menu order. */
export const toolKinds: readonly ToolKind[] = [
  toolKind({
    id: 'distance',
    icon: IconRuler2,
    slot: 'hand',
    open: (bench) => new MeasuringTool(bench, distance),
    Panel: DistancePanel,
  }),
  toolKind({
    id: 'angle',
    icon: IconAngle,
    slot: 'hand',
    open: (bench) => new MeasuringTool(bench, angle),
    Panel: AnglePanel,
  }),
  toolKind({
    id: 'circle',
    icon: IconCircleDashed,
    slot: 'hand',
    open: (bench) => new MeasuringTool(bench, circle),
    Panel: CirclePanel,
  }),
  toolKind({
    id: 'along',
    icon: IconRoute,
    slot: 'hand',
    open: (bench) => new MeasuringTool(bench, alongSurface),
    Panel: AlongPanel,
  }),
  toolKind({
    id: 'thickness',
    icon: IconArrowsVertical,
    slot: 'hand',
    open: (bench) => new MeasuringTool(bench, thickness),
    Panel: ThicknessPanel,
  }),
  toolKind({
    id: 'section',
    icon: IconSlice,
    slot: 'cut',
    open: (bench) => new SectionTool(bench),
    Panel: SectionPanel,
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
