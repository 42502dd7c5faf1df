export { AcceptLink } from './AcceptLink.tsx';
export { EmailField, useEmailCheck } from './EmailField.tsx';
export { useMessages } from './use-messages.ts';
