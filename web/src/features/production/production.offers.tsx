export { CaseSteps } from './CaseSteps.tsx';
