import type { UploadQueue } from './upload-queue.ts';

/** Sends a file in its turn with the others of the queue; whether it arrived. One that failed before it stops it too. */
export function sendOne(queue: UploadQueue, file: File): Promise<boolean> {
  queue.add([file]);
  return new Promise((resolve) => {
    const look = () => {
      const { items, isRunning } = queue.snapshot();
      const state = items.find((item) => item.file === file)?.state;
      const isStopped = !isRunning && items.some((item) => item.state === 'failed');
      if (state === 'sending' || (state === 'waiting' && !isStopped)) return;
      stop();
      resolve(state === 'done');
    };
    const stop = queue.subscribe(look);
    look();
  });
}
