export { useSecuritySection } from './use-security-section.tsx';
