export { AcceptedAgreements } from './AcceptedAgreements.tsx';
