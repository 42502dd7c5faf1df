export { ScanLine, useScanWords } from './ScanLine.tsx';
export type { ClassifiedFile, UnitQuestion } from './scans.types.ts';
export { UnitLine, UnitQuestions } from './UnitQuestions.tsx';
