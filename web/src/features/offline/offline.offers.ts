export { keepForLater } from './offline.ts';
export { usePlannedStatuses } from './queue.ts';
export { WaitingOfCase } from './WaitingList.tsx';
