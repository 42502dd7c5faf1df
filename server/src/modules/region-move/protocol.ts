import type { MoveStep } from '../../platform/db/tables/moves.ts';

/**
 * The rules of a move between regions, as two state machines without a database or a network. The source, which people
 * leave, makes every decision; the target sends requests and repeats unanswered ones. Each function gets the state as
 * stored, under a lock, and one event. Its result is stored before the reply.
 */
export type Outcome<State, Answer, Refusal> =
  | { state: State; answer: Answer; refused?: undefined }
  | { refused: Refusal };

/** Columns of `region_move`. */
export interface SourceState {
  step: MoveStep;
  is_paused: boolean;
  percent: number;
  freeze_no: number;
  statement: string | null;
}

export const NEW_MOVE: SourceState = {
  step: 'copying',
  is_paused: false,
  percent: 0,
  freeze_no: 0,
  statement: null,
};

export type SourceEvent =
  /** The target's request for data that it copies or compares. `percent`: its progress. */
  | { type: 'read'; percent: number }
  | { type: 'freeze' }
  /** The target's copy equalled the source in that freeze; `statement` is the text that the source would sign. */
  | { type: 'commit'; freeze_no: number; statement: string }
  | { type: 'arrived' }
  /** Decided here: by people, by staff, after silence of the target, or when the time of erasure has come. */
  | { type: 'thaw' | 'pause' | 'resume' | 'cancel' | 'fail' | 'erase' };

export type SourceAnswer =
  /** The freeze during which rows are read; null before a freeze. */
  | { type: 'rows'; freeze_no: number | null }
  | { type: 'frozen'; freeze_no: number }
  | { type: 'statement'; statement: string }
  | { type: 'done' };

/**
 * - `over`: cancelled or failed; the target drops its copy.
 * - `paused`: the target asks again later. `unverified`: it freezes and verifies again.
 * - `committed`: too late to pause, cancel or read. `too_early`: the step before has not been reached.
 */
export type SourceRefusal = 'over' | 'paused' | 'unverified' | 'committed' | 'too_early';

export function sourceStep(
  state: SourceState,
  event: SourceEvent,
): Outcome<SourceState, SourceAnswer, SourceRefusal> {
  const { step, is_paused, percent, freeze_no, statement } = state;
  const become = (change: Partial<SourceState>, answer: SourceAnswer = { type: 'done' }) => ({
    state: { step, is_paused, percent, freeze_no, statement, ...change },
    answer,
  });
  const isOver = step === 'cancelled' || step === 'failed';
  const isOpen = step === 'copying' || step === 'frozen';
  const closed = { refused: isOver ? 'over' : 'committed' } as const;

  switch (event.type) {
    case 'read':
      if (!isOpen && step !== 'committed') return closed;
      if (is_paused) return { refused: 'paused' };
      return become(
        // 100 is reserved for arrived moves.
        { percent: Math.max(percent, Math.min(99, event.percent)) },
        { type: 'rows', freeze_no: step === 'copying' ? null : freeze_no },
      );

    case 'freeze':
      if (statement !== null) return become({}, { type: 'statement', statement });
      if (!isOpen) return closed;
      if (is_paused) return { refused: 'paused' };
      if (step === 'frozen') return become({}, { type: 'frozen', freeze_no });
      return become(
        { step: 'frozen', freeze_no: freeze_no + 1 },
        { type: 'frozen', freeze_no: freeze_no + 1 },
      );

    case 'commit':
      // The first statement is final, whatever a late request contains.
      if (statement !== null) return become({}, { type: 'statement', statement });
      if (!isOpen) return closed;
      if (step !== 'frozen' || event.freeze_no !== freeze_no) return { refused: 'unverified' };
      return become(
        { step: 'committed', statement: event.statement },
        { type: 'statement', statement: event.statement },
      );

    case 'arrived':
      if (step === 'committed') return become({ step: 'arrived', percent: 100 });
      return step === 'arrived' || step === 'erased' ? become({}) : { refused: 'too_early' };

    case 'thaw':
      return isOpen ? become({ step: 'copying' }) : closed;
    case 'pause':
      // A held freeze would block people from working while staff look into it.
      return isOpen ? become({ step: 'copying', is_paused: true }) : closed;
    case 'resume':
      return isOpen ? become({ is_paused: false }) : closed;
    case 'cancel':
      return isOpen ? become({ step: 'cancelled' }) : closed;
    case 'fail':
      return isOpen ? become({ step: 'failed' }) : closed;

    case 'erase':
      return step === 'arrived' || step === 'erased' ? become({ step: 'erased' }) : { refused: 'too_early' };
  }
}

/** The freeze in which two copies were compared, and the digests that both had. */
export interface Verified {
  freeze_no: number;
  digests: string;
}

export interface TargetState {
  /** Columns of `region_import`; `none` without a row. */
  step: 'none' | 'copying' | 'arrived' | 'dropped';
  is_reported: boolean;
  /** May be discarded at any time: the target then verifies again, also after the commit. */
  verified: Verified | null;
}

export const NO_IMPORT: TargetState = { step: 'none', is_reported: false, verified: null };

export type TargetEvent =
  /** `is_clear`: none of the people lives here, is being copied by another move, or waits here for erasure. */
  | { type: 'begin'; is_clear: boolean }
  /** Rows or files are about to change, in the same transaction. */
  | { type: 'copied' }
  | ({ type: 'verified' } & Verified)
  /** A statement of the source, with a valid signature. */
  | ({ type: 'statement' } & Verified)
  /** The source has ended the move. */
  | { type: 'over' }
  /** The source has confirmed the arrival. */
  | { type: 'reported' };

/** `busy`: the source asks again later. `unverified`: copy, verify, and ask for the statement again. */
export type TargetRefusal = 'busy' | 'not_copying' | 'unverified' | 'arrived' | 'too_early';

/** Replies with the step, which the source needs when it begins a move. */
export function targetStep(
  state: TargetState,
  event: TargetEvent,
): Outcome<TargetState, TargetState['step'], TargetRefusal> {
  const { step, is_reported, verified } = state;
  const become = (change: Partial<TargetState>) => {
    const next = { step, is_reported, verified, ...change };
    return { state: next, answer: next.step };
  };

  if (event.type === 'begin') {
    if (step !== 'none') return become({});
    return event.is_clear ? become({ step: 'copying' }) : { refused: 'busy' };
  }
  if (event.type === 'reported') {
    return step === 'arrived' ? become({ is_reported: true }) : { refused: 'too_early' };
  }
  if (event.type === 'over') {
    if (step === 'arrived') return { refused: 'arrived' };
    return step === 'none' ? { refused: 'not_copying' } : become({ step: 'dropped', verified: null });
  }
  if (event.type === 'statement' && step === 'arrived') return become({});
  if (step !== 'copying') return { refused: 'not_copying' };

  if (event.type === 'copied') return become({ verified: null });
  const { freeze_no, digests } = event;
  if (event.type === 'verified') return become({ verified: { freeze_no, digests } });
  // The copy must still be the one that the statement is about.
  if (verified?.freeze_no !== freeze_no || verified.digests !== digests) return { refused: 'unverified' };
  return become({ step: 'arrived' });
}
