/** Lets a long computation in the worker report progress and be interrupted. */
export interface LongTask {
  /** Reports the share that is done, 0 to 1. */
  progress(share: number): void;
  /** Lets shorter questions be answered in between; call often. Throws when the question was cancelled. */
  yieldToEventLoop(): Promise<void>;
}
