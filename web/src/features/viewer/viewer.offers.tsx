export { CannotShow } from './CannotShow.tsx';
export { CaseViewer } from './CaseViewer.tsx';
export type { FetchFile, FetchLightCopy, ViewerFile } from './case-viewer.types.ts';
