export { hasScene } from '../../viewer/plan-scene.ts';
export { CannotShow } from './CannotShow.tsx';
export { CaseViewer } from './CaseViewer.tsx';
export type { CaseViewerHandle, FetchFile, FetchLightCopy, ViewerFile } from './case-viewer.types.ts';
export { drawScans } from './draw-scans.ts';
export type { PictureDesk, PinDesk, PinTask, ViewerPin } from './pins/pins.types.ts';
export type { FrontDesk } from './use-front.ts';
