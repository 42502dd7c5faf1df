export { keepForLater } from './offline.ts';
export { WaitingOfCase } from './WaitingOfCase.tsx';
