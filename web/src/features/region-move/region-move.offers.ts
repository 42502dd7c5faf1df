export { isRunning, useMove } from './use-move.ts';
