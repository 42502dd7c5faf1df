export { ScanLine } from './ScanLine.tsx';
export type { ClassifiedFile } from './scans.types.ts';
