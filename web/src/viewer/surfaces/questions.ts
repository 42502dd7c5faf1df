import type { CoveredAsk } from './covered.ts';
import type { PickAsk } from './pick.ts';
import type { ScanId, Spot } from './places.ts';

/** What the worker of the surfaces can be asked, and what it answers. */
export interface Questions {
  /** The nearest spot under a ray; null where there is none. */
  pick: { ask: PickAsk; answer: Spot | null };
  /** Whether a surface lies before each of some places. */
  covered: { ask: CoveredAsk; answer: boolean[] };
}

export type Question = keyof Questions;

/** What a long answer does between its steps. */
export interface Turn {
  /** Tells the asker how far it is, 0 to 1. */
  progress(share: number): void;
  /** Lets shorter questions be answered in between; call often. Throws when nobody waits any more. */
  rest(): Promise<void>;
}

export type SurfaceRequest =
  | { keep: ScanId; positions: Float32Array; indices: Uint32Array }
  | { drop: ScanId }
  | { ticket: number; question: Question; ask: Questions[Question]['ask'] }
  | { cancel: number };

export type SurfaceReply =
  | { ticket: number; progress: number }
  | { ticket: number; answer: Questions[Question]['answer'] }
  | { ticket: number; failure: string };
