export { hasScene } from '../../viewer/plan-scene.ts';
export { CaseViewer } from './CaseViewer.tsx';
export type { CaseViewerHandle, FetchFile, ViewerFile } from './case-viewer.types.ts';
