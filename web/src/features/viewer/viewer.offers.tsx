export { CaseViewer } from './CaseViewer.tsx';
export type { FetchFile, ViewerFile } from './case-viewer.types.ts';
