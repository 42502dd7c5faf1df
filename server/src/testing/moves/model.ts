import {
  NEW_MOVE,
  NO_IMPORT,
  type SourceAnswer,
  type SourceRefusal,
  type SourceState,
  type sourceStep,
  type TargetState,
  type targetStep,
} from '../../modules/region-move/protocol.ts';
import { check, checkSource, checkTarget } from './checks.ts';

/** The functions under test, so that broken ones can be tried too. */
export interface Reducers {
  sourceStep: typeof sourceStep;
  targetStep: typeof targetStep;
}

export type Side = 'us' | 'eu';
/** Reads of a target while it copies: one of the two tables, or the digests of both. */
const READS = ['first', 'second', 'digests'] as const;
type Ask = 'begin' | 'freeze' | 'commit' | 'arrived' | (typeof READS)[number];
type Reply = { refused: SourceRefusal | 'busy' } | SourceAnswer | { type: TargetState['step'] };
interface Message {
  to: Side;
  move: number;
  ask: Ask;
  freeze_no?: number;
  /** Values of a table, or the digests of both. */
  data?: string;
  reply?: Reply;
}

interface Region {
  isHome: boolean;
  /** Number of writes to each of two tables; a copy has the counts of its time. */
  tables: [number, number] | null;
  imports: Map<number, TargetState>;
  /** Lost in a crash. */
  memory: { begun: Set<number>; copied: number };
}

const other = (side: Side): Side => (side === 'us' ? 'eu' : 'us');
const digestsOf = (tables: Region['tables']) => (tables ?? []).join(' ');
const emptyMemory = () => ({ begun: new Set<number>(), copied: 0 });
/** Steps in which people live and work at the source. */
const LIVES_HERE = ['copying', 'frozen', 'cancelled', 'failed'];
const ENDED = ['erased', 'cancelled', 'failed'];

/**
 * A person, two regions, and a network that delivers, loses and repeats messages according to a history. Checks each
 * step.
 */
export class MoveModel {
  readonly moves: { from: Side; state: SourceState; activations: number }[] = [];
  readonly regions: Record<Side, Region>;
  private readonly network: Message[] = [];
  private readonly late: Message[] = [];
  private readonly written: [number, number] = [1, 1];
  private readonly reducers: Reducers;

  constructor(reducers: Reducers) {
    this.reducers = reducers;
    this.regions = {
      us: { isHome: true, tables: [1, 1], imports: new Map(), memory: emptyMemory() },
      eu: { isHome: false, tables: null, imports: new Map(), memory: emptyMemory() },
    };
  }

  start(): void {
    const from = this.regions.us.isHome ? 'us' : 'eu';
    const hasOpenMove = this.moves.some((move) => move.from === from && !ENDED.includes(move.state.step));
    if (!this.regions[from].isHome || hasOpenMove || this.moves.length === 4) return;
    this.moves.push({ from, state: NEW_MOVE, activations: 0 });
  }

  /** People write where they live, unless that is frozen. */
  write(table: 0 | 1): void {
    for (const side of ['us', 'eu'] as const) {
      const { isHome, tables } = this.regions[side];
      const isFrozen = this.moves.some(({ from, state }) => from === side && state.step === 'frozen');
      if (!isHome || isFrozen || !tables) continue;
      tables[table] += 1;
      this.written[table] += 1;
    }
  }

  /** The timer of a region: it repeats unanswered calls; `pick` chooses what a target asks. */
  tick(side: Side, pick: number): void {
    const { imports, memory } = this.regions[side];
    for (const [move, { from, state }] of this.moves.entries())
      if (from === side && !ENDED.includes(state.step) && !memory.begun.has(move))
        this.network.push({ to: other(side), move, ask: 'begin' });
    for (const [move, { step, is_reported, verified }] of imports) {
      const ask = (what: Ask, more = {}) => this.network.push({ to: other(side), move, ask: what, ...more });
      if (step === 'arrived' && !is_reported) ask('arrived');
      if (step !== 'copying') continue;
      ask(([...READS, 'freeze'] as const)[pick % 4] ?? 'freeze');
      if (verified) ask('commit', { freeze_no: verified.freeze_no, data: verified.digests });
    }
  }

  /** Delivers a message, not always the oldest. A crash loses it, or the reply to it. */
  deliver(pick: number, crash: 'none' | 'before' | 'after' = 'none'): void {
    const [message] = this.network.splice(pick % Math.max(1, this.network.length), 1);
    if (!message) return;
    if (crash !== 'before') {
      const reply = message.reply ? this.hear(message, message.reply) : this.answer(message);
      if (reply && crash === 'none') this.network.push(reply);
    }
    if (crash !== 'none') this.crash(message.to);
    this.checkPeople();
  }

  lose(pick: number): void {
    this.network.splice(pick % Math.max(1, this.network.length), 1);
  }

  /** A message, or a copy of it, arrives only after a `resend`. */
  delay(pick: number, isCopied: boolean): void {
    const at = pick % Math.max(1, this.network.length);
    const message = this.network[at];
    if (message) this.late.push(message);
    if (!isCopied) this.network.splice(at, 1);
  }

  /** Releases a delayed message, or all of them. */
  resend(pick?: number): void {
    const late = this.late;
    this.network.push(
      ...(pick === undefined ? late.splice(0) : late.splice(pick % Math.max(1, late.length), 1)),
    );
  }

  crash(side: Side): void {
    const region = this.regions[side];
    region.memory = emptyMemory();
    for (const [move, state] of region.imports) region.imports.set(move, { ...state, verified: null });
  }

  /** The last move at 0, earlier ones at 1, 2 … */
  staff(pick: number, type: 'thaw' | 'pause' | 'resume' | 'cancel' | 'fail' | 'erase'): void {
    const move = this.moves.length - 1 - (pick % Math.max(1, this.moves.length));
    if (this.moves[move]) this.stepSource(move, { type });
    this.checkPeople();
  }

  /** The timers run and messages arrive in order; one of them is `repeated` at a `resend`. */
  calm(messages: number, repeated = messages): void {
    for (let count = 0; count < messages; count += 1) {
      if (this.network.length === 0)
        for (const pick of [0, 1, 2, 3]) for (const side of ['us', 'eu'] as const) this.tick(side, pick);
      if (this.network.length === 0) return;
      if (count === repeated) this.delay(0, true);
      this.deliver(0);
    }
  }

  /** A source answers a target, or a target the begin of a move. */
  private answer({ to, move, ask, freeze_no = 0, data: digests }: Message): Message {
    const reply = (what: Reply, data?: string): Message => ({ to: other(to), move, ask, reply: what, data });
    const { tables, imports, isHome } = this.regions[to];
    if (ask === 'begin') {
      const isBusy = [...imports.values()].some(({ step }) => step === 'copying');
      const isLeaving = this.moves.some(({ from, state }) => from === to && !ENDED.includes(state.step));
      const is_clear = !isHome && !isBusy && !isLeaving;
      const { refused } = this.stepTarget(to, move, { type: 'begin', is_clear });
      return reply(refused ? { refused: 'busy' } : { type: imports.get(move)?.step ?? 'none' });
    }
    const isRead = ask === 'first' || ask === 'second' || ask === 'digests';
    const outcome = this.stepSource(
      move,
      isRead
        ? { type: 'read', percent: this.regions[other(to)].memory.copied }
        : ask === 'commit'
          ? { type: ask, freeze_no, statement: `${freeze_no}:${digests}` }
          : { type: ask },
    );
    if (outcome.refused) return reply({ refused: outcome.refused });
    const read = ask === 'digests' ? digestsOf(tables) : String(tables?.[ask === 'first' ? 0 : 1]);
    return reply(outcome.answer, isRead ? read : undefined);
  }

  /** The requester receives the reply, perhaps late or twice. */
  private hear({ to, move, ask, data }: Message, reply: Reply): undefined {
    const region = this.regions[to];
    if (ask === 'begin') {
      if (!('refused' in reply)) region.memory.begun.add(move);
      if (!('refused' in reply) && reply.type === 'arrived') this.stepSource(move, { type: 'arrived' });
    } else if ('refused' in reply) {
      if (reply.refused === 'over') this.stepTarget(to, move, { type: 'over' });
    } else if (reply.type === 'statement') {
      const [freeze_no, digests = ''] = reply.statement.split(':');
      this.stepTarget(to, move, { type: 'statement', freeze_no: Number(freeze_no), digests });
    } else if (reply.type === 'rows' && ask === 'digests') {
      if (reply.freeze_no !== null && data === digestsOf(region.tables))
        this.stepTarget(to, move, { type: 'verified', freeze_no: reply.freeze_no, digests: data });
    } else if (reply.type === 'rows') {
      const table = ask === 'first' ? 0 : 1;
      const copy: [number, number] = [...(region.tables ?? ([0, 0] as const))];
      if (copy[table] === Number(data)) return;
      if (this.stepTarget(to, move, { type: 'copied' }).refused) return;
      copy[table] = Number(data);
      region.tables = copy;
      region.memory.copied += 30;
    } else if (ask === 'arrived') this.stepTarget(to, move, { type: 'reported' });
  }

  private stepSource(move: number, event: Parameters<typeof sourceStep>[1]) {
    const entry = this.moves[move];
    if (!entry) throw new Error('no such move');
    const { from, state: before } = entry;
    const outcome = this.reducers.sourceStep(before, event);
    if (outcome.refused) return outcome;
    const { state } = outcome;
    entry.state = state;
    const region = this.regions[from];
    checkSource(before, state, digestsOf(region.tables), this.regions[other(from)].imports.get(move)?.step);
    if (state.step === before.step) return outcome;
    region.isHome = LIVES_HERE.includes(state.step);
    if (state.step === 'erased') region.tables = null;
    return outcome;
  }

  private stepTarget(side: Side, move: number, event: Parameters<typeof targetStep>[1]) {
    const region = this.regions[side];
    const before = region.imports.get(move) ?? NO_IMPORT;
    const outcome = this.reducers.targetStep(before, event);
    const entry = this.moves[move];
    if (outcome.refused || !entry) return outcome;
    const { state } = outcome;
    region.imports.set(move, state);
    if (state.step === before.step) return outcome;
    checkTarget(before, state, entry.state, region.isHome);
    if (state.step === 'arrived') {
      entry.activations += 1;
      region.isHome = true;
    }
    if (state.step === 'dropped') region.tables = null;
    return outcome;
  }

  private checkPeople(): void {
    const isBetween = this.moves.some(
      ({ from, state }, move) =>
        state.step === 'committed' && this.regions[other(from)].imports.get(move)?.step !== 'arrived',
    );
    const homes = [this.regions.us, this.regions.eu].filter(({ isHome }) => isHome);
    check(homes.length === (isBetween ? 0 : 1), 'active in one region, in none between commit and arrival');
    for (const { tables } of homes) check(`${tables}` === `${this.written}`, 'nothing written is lost');
    for (const { activations } of this.moves) check(activations < 2, 'activated once');
  }
}
