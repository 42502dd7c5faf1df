export { CaseShipments } from './CaseShipments.tsx';
