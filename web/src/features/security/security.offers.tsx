export { SecuritySections } from './SecuritySections.tsx';
