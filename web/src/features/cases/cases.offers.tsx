export { RestorationsSection } from './detail/RestorationsSection.tsx';
