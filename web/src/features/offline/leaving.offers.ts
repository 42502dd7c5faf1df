// Separate from the content of case screens, so that the shell needs none of their texts.
export { forgetEverything } from './offline.ts';
export { countWaiting } from './queue.ts';
