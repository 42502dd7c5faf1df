export type HumanState = 'idle' | 'working' | 'passed' | 'failed';

export interface HumanCheck {
  state: HumanState;
  /** Takes the element that the box of another company's check goes into; null where ours works unseen. */
  place: ((element: HTMLElement | null) => void) | null;
  /** Begins in the background, so that the answer is there when the form is sent. */
  begin(): void;
  /** The answer for the form, waiting for it when need be; null when there is none. */
  response(): Promise<string | null>;
  /** Forgets the answer: each counts once. */
  reset(): void;
}
