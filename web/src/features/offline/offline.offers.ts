export { keepForLater } from './offline.ts';
export { usePlannedStatus } from './queue.ts';
export { WaitingOfCase } from './WaitingList.tsx';
