export { OwnProofDialog, ProofDialog } from './proof/ProofDialog.tsx';
export { ProofFields } from './proof/ProofFields.tsx';
export { factorsOf, provableBy } from './proof/provable.ts';
export { useSecurityState } from './use-security.ts';
export { useSecuritySection } from './use-security-section.tsx';
