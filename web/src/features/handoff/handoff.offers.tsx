export { PhoneButton } from './PhoneButton.tsx';
