import { expect, test } from 'vitest';
import { explore } from '../../testing/moves/histories.ts';
import {
  NEW_MOVE,
  NO_IMPORT,
  type SourceEvent,
  type SourceRefusal,
  type SourceState,
  sourceStep,
  type TargetEvent,
  type TargetRefusal,
  type TargetState,
  targetStep,
} from './protocol.ts';

const SOURCE_REFUSALS: [Partial<SourceState>, SourceEvent, SourceRefusal][] = [
  [{ step: 'cancelled' }, { type: 'read', percent: 5 }, 'over'],
  [{ step: 'failed' }, { type: 'freeze' }, 'over'],
  [{ step: 'cancelled' }, { type: 'commit', freeze_no: 0, statement: 'late' }, 'over'],
  [{ step: 'cancelled' }, { type: 'fail' }, 'over'],
  [{ is_paused: true }, { type: 'read', percent: 5 }, 'paused'],
  [{ is_paused: true }, { type: 'freeze' }, 'paused'],
  [{ step: 'copying', freeze_no: 1 }, { type: 'commit', freeze_no: 1, statement: 'thawed' }, 'unverified'],
  [{ step: 'frozen', freeze_no: 2 }, { type: 'commit', freeze_no: 1, statement: 'old' }, 'unverified'],
  [{ step: 'committed', statement: 'signed' }, { type: 'thaw' }, 'committed'],
  [{ step: 'committed', statement: 'signed' }, { type: 'pause' }, 'committed'],
  [{ step: 'arrived', statement: 'signed' }, { type: 'cancel' }, 'committed'],
  [{ step: 'arrived', statement: 'signed' }, { type: 'read', percent: 5 }, 'committed'],
  [{ step: 'frozen', freeze_no: 1 }, { type: 'arrived' }, 'too_early'],
  [{ step: 'committed', statement: 'signed' }, { type: 'erase' }, 'too_early'],
];

test.each(SOURCE_REFUSALS)('a source that is %j refuses %j as %s', (state, event, refused) => {
  expect(sourceStep({ ...NEW_MOVE, ...state }, event)).toEqual({ refused });
});

const VERIFIED = { freeze_no: 2, digests: 'both' };
const TARGET_REFUSALS: [Partial<TargetState>, TargetEvent, TargetRefusal][] = [
  [{}, { type: 'begin', is_clear: false }, 'busy'],
  [{}, { type: 'over' }, 'not_copying'],
  [{ step: 'dropped' }, { type: 'copied' }, 'not_copying'],
  [{ step: 'dropped' }, { type: 'statement', ...VERIFIED }, 'not_copying'],
  [{ step: 'arrived' }, { type: 'copied' }, 'not_copying'],
  [{ step: 'arrived' }, { type: 'over' }, 'arrived'],
  [{ step: 'copying' }, { type: 'statement', ...VERIFIED }, 'unverified'],
  [
    { step: 'copying', verified: VERIFIED },
    { type: 'statement', freeze_no: 3, digests: 'both' },
    'unverified',
  ],
  [
    { step: 'copying', verified: VERIFIED },
    { type: 'statement', freeze_no: 2, digests: 'one' },
    'unverified',
  ],
  [{ step: 'copying' }, { type: 'reported' }, 'too_early'],
];

test.each(TARGET_REFUSALS)('a target that is %j refuses %j as %s', (state, event, refused) => {
  expect(targetStep({ ...NO_IMPORT, ...state }, event)).toEqual({ refused });
});

test('a repeated question gets the same answer', () => {
  const frozen: SourceState = { ...NEW_MOVE, step: 'frozen', freeze_no: 3 };
  expect(sourceStep(frozen, { type: 'freeze' })).toEqual({
    state: frozen,
    answer: { type: 'frozen', freeze_no: 3 },
  });
  const committed: SourceState = { ...frozen, step: 'committed', statement: 'signed' };
  const again = { state: committed, answer: { type: 'statement', statement: 'signed' } };
  expect(sourceStep(committed, { type: 'commit', freeze_no: 2, statement: 'another' })).toEqual(again);
  expect(sourceStep(committed, { type: 'freeze' })).toEqual(again);
  for (const step of ['arrived', 'dropped'] as const) {
    const state: TargetState = { ...NO_IMPORT, step };
    expect(targetStep(state, { type: 'begin', is_clear: true })).toEqual({ state, answer: step });
  }
});

/** How many random histories; 100,000 take half a minute. */
const ROUNDS = Number(process.env.ROUNDS ?? 2_000);

test(
  'people are active in one region, lose nothing and arrive under any failure of the network',
  () => {
    const reached = explore({ sourceStep, targetStep }, ROUNDS);
    if (process.env.ROUNDS) console.info(ROUNDS, 'histories:', reached);
    for (const [what, count] of Object.entries(reached)) expect(count, what).toBeGreaterThan(ROUNDS / 100);
  },
  30_000 + ROUNDS * 5,
);
