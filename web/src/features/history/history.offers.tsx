export { HistoryLine } from './HistoryLine.tsx';
export { useCaseHistory } from './use-case-history.ts';
