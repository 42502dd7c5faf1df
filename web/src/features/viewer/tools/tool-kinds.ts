import {
  IconAngle,
  IconArrowBarToDown,
  IconArrowsDiff,
  IconArrowsVertical,
  IconCircleDashed,
  IconRoute,
  IconRuler2,
  IconSlice,
} from '@tabler/icons-react';
import { IconInlay } from '../../../dental-ui/icons.tsx';
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
    open: (context) => new MeasuringTool(context, distance),
    Panel: DistancePanel,
  }),
  toolKind({
    id: 'angle',
    icon: IconAngle,
    slot: 'hand',
    open: (context) => new MeasuringTool(context, angle),
    Panel: AnglePanel,
  }),
  toolKind({
    id: 'circle',
    icon: IconCircleDashed,
    slot: 'hand',
    open: (context) => new MeasuringTool(context, circle),
    Panel: CirclePanel,
  }),
  toolKind({
    id: 'along',
    icon: IconRoute,
    slot: 'hand',
    open: (context) => new MeasuringTool(context, alongSurface),
    Panel: AlongPanel,
  }),
  toolKind({
    id: 'thickness',
    icon: IconArrowsVertical,
    slot: 'hand',
    open: (context) => new MeasuringTool(context, thickness),
    Panel: ThicknessPanel,
  }),
  toolKind({
    id: 'section',
    icon: IconSlice,
    slot: 'cut',
    open: (context) => new SectionTool(context),
    Panel: SectionPanel,
  }),
  toolKind({
    id: 'contact',
    icon: IconInlay,
    slot: 'look',
    open: (context) => new ContactTool(context),
    Panel: ContactPanel,
  }),
  toolKind({
    id: 'undercut',
    icon: IconArrowBarToDown,
    slot: 'look',
    open: (context) => new UndercutTool(context),
    Panel: UndercutPanel,
  }),
  toolKind({
    id: 'compare',
    icon: IconArrowsDiff,
    slot: 'look',
    open: (context) => new CompareTool(context),
    Panel: ComparePanel,
  }),
];
