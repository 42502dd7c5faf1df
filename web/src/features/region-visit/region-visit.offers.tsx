export { GuestCases } from './GuestCases.tsx';
