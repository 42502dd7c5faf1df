export { ProofDialog } from './proof/ProofDialog.tsx';
export { useSecuritySection } from './use-security-section.tsx';
