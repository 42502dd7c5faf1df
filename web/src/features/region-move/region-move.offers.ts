export { MoveBar } from './MoveProgress.tsx';
export { isRunning, useMove } from './use-move.ts';
