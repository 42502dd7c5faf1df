export { hasScene } from '../../viewer/plan-scene.ts';
export { CannotShow } from './CannotShow.tsx';
export { CaseViewer } from './CaseViewer.tsx';
export type {
  CaseViewerHandle,
  FetchFile,
  FetchLightCopy,
  ScanSubject,
  ViewerFile,
} from './case-viewer.types.ts';
export type { PictureTarget, PinTask, PinThread, ViewerPin } from './pins/pins.types.ts';
export { drawScans } from './scene/draw-scans.ts';
export type { OrientationStore } from './use-front.ts';
