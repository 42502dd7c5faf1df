export { GuestCases, useGuestCases } from './GuestCases.tsx';
