/** What a long answer does between its steps. */
export interface Turn {
  /** Tells the asker how far it is, 0 to 1. */
  progress(share: number): void;
  /** Lets shorter questions be answered in between; call often. Throws when nobody waits any more. */
  rest(): Promise<void>;
}
