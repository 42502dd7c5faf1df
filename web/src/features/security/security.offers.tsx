export { ProofDialog } from './proof/ProofDialog.tsx';
export { provableBy } from './proof/provable.ts';
export { useSecurityState } from './use-security.ts';
export { useSecuritySection } from './use-security-section.tsx';
