export { AcceptLink } from './AcceptLink.tsx';
export { EmailField } from './EmailField.tsx';
export { useEmailCheck } from './use-email-check.ts';
export { useMessages } from './use-messages.ts';
