import { expect, test } from 'vitest';
import { explore } from '../../testing/moves/histories.ts';
import type { Reducers } from '../../testing/moves/model.ts';
import {
  NO_IMPORT,
  type SourceEvent,
  type SourceState,
  sourceStep,
  type TargetEvent,
  type TargetState,
  targetStep,
} from './protocol.ts';

/** At this step the source treats an event as if its state were another one. */
const source = (
  step: SourceState['step'] | 'any',
  type: SourceEvent['type'],
  wrong: Partial<SourceState>,
): Partial<Reducers> => ({
  sourceStep: (state, event) =>
    sourceStep(
      event.type === type && (step === 'any' || state.step === step) ? { ...state, ...wrong } : state,
      event,
    ),
});
const target = (
  step: TargetState['step'],
  type: TargetEvent['type'],
  wrong: Partial<TargetState>,
): Partial<Reducers> => ({
  targetStep: (state, event) =>
    targetStep(event.type === type && state.step === step ? { ...state, ...wrong } : state, event),
});

/** Each breaks one rule, which the model must notice. */
const WRONG_RULES: Record<string, Partial<Reducers>> = {
  'a commit of another freeze is accepted': {
    sourceStep: (state, event) =>
      sourceStep(state, event.type === 'commit' ? { ...event, freeze_no: state.freeze_no } : event),
  },
  'the next freeze has the number of the last one': {
    sourceStep: (state, event) => {
      const isThaw = event.type === 'thaw' && state.step === 'frozen';
      return sourceStep(isThaw ? { ...state, freeze_no: state.freeze_no - 1 } : state, event);
    },
  },
  'a commit is accepted while people work': source('copying', 'commit', { step: 'frozen' }),
  'a committed move can be thawed': source('committed', 'thaw', { step: 'frozen' }),
  'a committed move can be paused': source('committed', 'pause', { step: 'frozen' }),
  'a committed move can be cancelled': source('committed', 'cancel', { step: 'frozen' }),
  'a committed move can fail': source('committed', 'fail', { step: 'frozen' }),
  'a move is erased before it has arrived': source('committed', 'erase', { step: 'arrived' }),
  'a committed move can be frozen again': source('committed', 'freeze', { step: 'copying', statement: null }),
  'each commit gets a statement of its own': {
    sourceStep: (state, event) =>
      event.type === 'commit' && state.step === 'committed'
        ? sourceStep({ ...state, step: 'frozen', statement: null, freeze_no: event.freeze_no }, event)
        : sourceStep(state, event),
  },
  'a cancelled move can be frozen': source('cancelled', 'freeze', { step: 'copying' }),
  'progress falls after a restart of the target': source('copying', 'read', { percent: 0 }),
  'a target activates what it verified without a statement': {
    targetStep: (state, event) =>
      event.type === 'verified' && state.step === 'copying'
        ? { state: { ...state, step: 'arrived' }, answer: 'arrived' }
        : targetStep(state, event),
  },
  'a target activates without having verified since it copied': {
    targetStep: (state, event) =>
      targetStep(event.type === 'statement' ? { ...state, verified: event } : state, event),
  },
  'a target drops what has arrived': {
    targetStep: (state, event) =>
      event.type === 'reported' && state.step === 'arrived'
        ? { state: { ...state, step: 'dropped' }, answer: 'dropped' }
        : targetStep(state, event),
  },
  'a target drops because it forgot what it verified': {
    targetStep: (state, event) =>
      event.type === 'statement' && state.step === 'copying' && !state.verified
        ? { state: { ...state, step: 'dropped' }, answer: 'dropped' }
        : targetStep(state, event),
  },
  'people who have arrived are copied again': target('arrived', 'begin', { step: 'copying' }),
  'a dropped import begins again': target('dropped', 'begin', NO_IMPORT),
  'a target begins a move beside another one': {
    targetStep: (state, event) =>
      targetStep(state, event.type === 'begin' ? { ...event, is_clear: true } : event),
  },
  'a target never reports its arrival': target('copying', 'statement', { is_reported: true }),
};

test.each(Object.entries(WRONG_RULES))('the model finds that %s', (_, wrong) => {
  expect(() => explore({ sourceStep, targetStep, ...wrong }, 5_000, 7)).toThrow(/Property failed/);
});
