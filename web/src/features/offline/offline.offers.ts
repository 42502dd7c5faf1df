export { keepForLater } from './offline.ts';
export { usePlannedStatuses } from './queue.ts';
export { useShownStatus } from './use-shown-status.ts';
export { WaitingOfCase } from './WaitingList.tsx';
