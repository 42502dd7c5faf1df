export { CloseAccountButton } from './CloseAccount.tsx';
