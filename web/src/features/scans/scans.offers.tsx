export { ScanLine, useScanWords } from './ScanLine.tsx';
export type { ClassifiedFile, UnitQuestion } from './scans.types.ts';
export { UnitLine } from './UnitLine.tsx';
export { UnitQuestions } from './UnitQuestions.tsx';
