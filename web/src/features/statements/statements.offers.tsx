export { CaseStatements } from './CaseStatements.tsx';
export { KeptStatements } from './KeptStatements.tsx';
