import type { UploadQueue } from './upload-queue.ts';

/** Sends a file in its turn with the others of the queue; whether it arrived. */
export function sendOne(queue: UploadQueue, file: File): Promise<boolean> {
  queue.add([file]);
  return new Promise((resolve) => {
    const look = () => {
      const state = queue.snapshot().items.find((item) => item.file === file)?.state;
      if (state === 'waiting' || state === 'sending') return;
      stop();
      resolve(state === 'done');
    };
    const stop = queue.subscribe(look);
    look();
  });
}
