import fc from 'fast-check';
import { check } from './checks.ts';
import { MoveModel, type Reducers } from './model.ts';

const is = <T extends string>(type: T) => fc.constant(type);
const side = fc.constantFrom('us', 'eu');
const pick = fc.nat(30);
const crash = fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'before', 'after');
const staff = fc.constantFrom('pause', 'resume', 'resume', 'cancel', 'fail');
const start = fc.record({ type: is('start') });
const write = fc.record({ type: is('write'), table: fc.constantFrom(0, 1) });
const thaw = fc.record({ type: is('staff'), pick: fc.constant(0), event: is('thaw') });
const resend = fc.record({ type: is('resend'), pick });
const calm = fc.record({ type: is('calm'), messages: fc.nat(30), repeated: fc.nat(15) });
const action = fc.oneof(
  { weight: 12, arbitrary: fc.record({ type: is('deliver'), pick, crash }) },
  { weight: 5, arbitrary: fc.record({ type: is('tick'), side, pick }) },
  { weight: 1, arbitrary: fc.record({ type: is('staff'), pick, event: staff }) },
  { weight: 1, arbitrary: fc.record({ type: is('staff'), pick, event: is('erase') }) },
  { weight: 2, arbitrary: thaw },
  { weight: 2, arbitrary: start },
  { weight: 3, arbitrary: write },
  { weight: 1, arbitrary: fc.record({ type: is('lose'), pick }) },
  { weight: 2, arbitrary: fc.record({ type: is('delay'), pick, isCopied: fc.boolean() }) },
  { weight: 2, arbitrary: resend },
  { weight: 1, arbitrary: fc.record({ type: is('crash'), side }) },
  { weight: 1, arbitrary: calm },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
/** Messages that an earlier freeze left in the network arrive in a later one, which chance alone does too rarely. */
const oldMessage = fc.tuple(start, calm, thaw, write, calm, resend, calm);
const history: fc.Arbitrary<Action[]> = fc
  .array(fc.oneof({ weight: 30, arbitrary: fc.tuple(action) }, { weight: 1, arbitrary: oldMessage }), {
    maxLength: 150,
    size: 'max',
  })
  .map((parts) => parts.flat());

function play(model: MoveModel, actions: Action[]): void {
  for (const each of actions) {
    if (each.type === 'deliver') model.deliver(each.pick, each.crash);
    if (each.type === 'tick') model.tick(each.side, each.pick);
    if (each.type === 'staff') model.staff(each.pick, each.event);
    if (each.type === 'start') model.start();
    if (each.type === 'write') model.write(each.table);
    if (each.type === 'lose') model.lose(each.pick);
    if (each.type === 'delay') model.delay(each.pick, each.isCopied);
    if (each.type === 'resend') model.resend(each.pick);
    if (each.type === 'crash') model.crash(each.side);
    if (each.type === 'calm') model.calm(each.messages, each.repeated);
  }
}

const ENDS = [
  'erased / arrived, reported',
  'cancelled / dropped',
  'cancelled / none',
  'failed / dropped',
  'failed / none',
];

/** The network works again and nothing interferes any more. Each move must end. */
function settle(model: MoveModel): void {
  model.resend();
  const everyMove = [...model.moves.keys()];
  for (const pick of everyMove) model.staff(pick, 'resume');
  // A move back waits until the one before it is erased.
  for (const _ of everyMove) {
    model.calm(400);
    for (const pick of everyMove) model.staff(pick, 'erase');
  }
  for (const [at, { from, state }] of model.moves.entries()) {
    const imported = model.regions[from === 'us' ? 'eu' : 'us'].imports.get(at);
    const end = `${state.step} / ${imported?.step ?? 'none'}${imported?.is_reported ? ', reported' : ''}`;
    check(ENDS.includes(end), `${end} is no end`);
  }
}

/** States that the histories reached before they were settled. */
export interface Reached {
  arrived: number;
  back: number;
  dropped: number;
  /** Committed in the second freeze or a later one. */
  refrozen: number;
}

/** Plays random histories, and lets each reach its end. With a seed, the first failure is reported unchanged. */
export function explore(reducers: Reducers, numRuns: number, seed?: number): Reached {
  const reached: Reached = { arrived: 0, back: 0, dropped: 0, refrozen: 0 };
  fc.assert(
    fc.property(history, (actions) => {
      const model = new MoveModel(reducers);
      play(model, actions);
      const arrivals = model.moves.filter(({ activations }) => activations > 0);
      reached.refrozen += arrivals.filter(({ state }) => state.freeze_no > 1).length;
      reached.arrived += arrivals.length;
      reached.back += arrivals.filter(({ from }) => from === 'eu').length;
      settle(model);
      for (const { imports } of Object.values(model.regions))
        reached.dropped += [...imports.values()].filter(({ step }) => step === 'dropped').length;
    }),
    seed === undefined ? { numRuns } : { numRuns, seed, endOnFailure: true },
  );
  return reached;
}
