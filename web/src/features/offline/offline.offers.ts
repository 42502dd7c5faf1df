export { keepForLater } from './offline.ts';
export { usePlannedStatuses, useShownStatus } from './use-shown-status.ts';
export { WaitingOfCase } from './WaitingChanges.tsx';
