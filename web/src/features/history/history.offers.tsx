export { HistorySection } from './HistorySection.tsx';
