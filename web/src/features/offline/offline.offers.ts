export { keepForLater } from './offline.ts';
export { WaitingOfCase } from './WaitingList.tsx';
