export { ScannerSelect } from './scanners/ScannerSelect.tsx';
export { useScannersSection } from './scanners/use-scanners-section.tsx';
