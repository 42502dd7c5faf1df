import * as z from 'zod';
import type { BytesCall, PeerCall } from '../../platform/region/peer-call.ts';
import { StatedCircles } from '../case-access/stated-circles.ts';

const Move = z.uuid();
const Id = z.int().positive();
const Percent = z.int().min(0).max(100);
const LONG = { timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 } as const;
/** Other callers cannot use the limit up, and a move of many small files makes many calls. */
const perMinute = 12_000;

const Range = z.object({ from: z.int().min(0), to: Id }).nullable();

const Totals = z.object({ cases: z.int(), files: z.int(), bytes: z.int() });

/** The region that people leave asks the other one to begin; repeated until it is answered. */
export const BEGIN = {
  name: 'move-begin',
  body: z.object({
    move: Move,
    circle: z.array(Id).min(1),
    country: z.string(),
    totals: Totals,
    asked_at: z.iso.datetime(),
  }),
  /** `busy`: the move has to wait for another one of these people. Otherwise the step of the import. */
  reply: z.object({ answer: z.enum(['busy', 'copying', 'arrived', 'dropped']) }),
  perMinute,
} satisfies PeerCall;

/** Why a call about a move is refused; see `SourceRefusal`. */
const Refused = z.enum(['over', 'paused', 'unverified', 'committed', 'too_early', 'waiting']);
export type RefusedCall = z.infer<typeof Refused>;

/** Every question about data to copy reports the progress of the other region. */
const Question = z.object({ move: Move, percent: Percent });

const answered = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.union([z.object({ refused: Refused }), z.object(shape)]);

const FreezeNo = z.int().nullable();

/** How a region compares rows, see `Compared`; earlier versions omit it. */
const Shape = z.string().default('');

/** Parts of a move with their digests, some at a time: the accounts first, then cases from an id on. */
export const PARTS = {
  name: 'move-parts',
  body: Question.extend({ from: z.int().min(0), shape: Shape }),
  reply: answered({
    freezeNo: FreezeNo,
    shape: Shape,
    parts: z.array(z.object({ range: Range, digest: z.string() })),
    /** Start of the next ones; null after the last. */
    next: z.int().nullable(),
  }),
  perMinute,
  longReply: LONG,
} satisfies PeerCall;

/** The rows of one part, sealed because proxies may end TLS and accounts have secrets. */
export const ROWS = {
  name: 'move-rows',
  body: Question.extend({ range: Range }),
  reply: answered({ sealed: z.string() }),
  perMinute,
  longReply: LONG,
} satisfies PeerCall;

/** Content sealed by `ROWS`: rows as JSON texts. */
export const SealedRows = z.object({
  tables: z.record(z.string(), z.string()),
  audit: z.string(),
  people: z.string(),
  circles: StatedCircles,
  accounts: z.string().optional(),
  secrets: z.array(z.object({ user: Id, secret: z.string() })).optional(),
  keys: z.array(z.object({ user: Id, hash: z.string(), key: z.string() })).optional(),
});

/**
 * Files whose bytes move, some at a time in the order of their keys; with `only`, at most the file with that key.
 * Earlier versions ignore `only` and return the files after `after`.
 */
export const FILES = {
  name: 'move-files',
  body: Question.extend({ after: z.string(), only: z.string().nullable().default(null) }),
  reply: answered({
    files: z.array(z.object({ key: z.string(), size: z.int().min(0), sha256: z.string().nullable() })),
    next: z.string().nullable(),
  }),
  perMinute,
  longReply: LONG,
} satisfies PeerCall;

export const BYTES = {
  name: 'move-bytes',
  body: Question.extend({ key: z.string(), start: z.int().min(0) }),
  perMinute,
} satisfies BytesCall;

/** Refused with `waiting` while writes that began before the freeze are in progress. */
export const FREEZE = {
  name: 'move-freeze',
  body: z.object({ move: Move }),
  reply: answered({ freezeNo: z.int() }),
  perMinute,
} satisfies PeerCall;

/** The commit point. The first signed statement is also the reply to every later request. */
export const COMMIT = {
  name: 'move-commit',
  body: z.object({ move: Move, freezeNo: z.int(), digests: z.string() }),
  reply: answered({ statement: z.string() }),
  perMinute,
  longReply: LONG,
} satisfies PeerCall;

/**
 * Rows of the audit log since the freeze, for example of reading a case, which the copy lacks; sealed. Each reply
 * covers the cases from `from` on, up to a limit; `next` is where the following one begins. Earlier versions ask for
 * all cases, and reply with all of them.
 */
export const LATE_LOG = {
  name: 'move-late-log',
  body: z.object({ move: Move, from: z.int().min(0).nullable().default(null) }),
  reply: answered({ sealed: z.string(), next: z.int().nullable().default(null) }),
  perMinute,
  longReply: LONG,
} satisfies PeerCall;

/**
 * Statements for custom-made devices that the people have made, by id, sealed: their cases may stay. Asking for those
 * after an id confirms that all up to it are stored.
 */
export const MADE_STATEMENTS = {
  name: 'move-statements',
  body: z.object({ move: Move, after: z.int().min(0) }),
  /** `last`: the id after which the next page begins; null after the last. */
  reply: answered({ sealed: z.string(), last: z.int().nullable() }),
  perMinute,
  longReply: LONG,
} satisfies PeerCall;

/** The people live in the asking region now; repeated until it is answered. */
export const ARRIVED = {
  name: 'move-arrived',
  body: z.object({ move: Move }),
  reply: z.object({ known: z.boolean() }),
  perMinute,
} satisfies PeerCall;

/** The import cannot succeed. */
export const FAILED = {
  name: 'move-failed',
  body: z.object({ move: Move, failure: z.string().regex(/^[a-z_]{1,40}$/) }),
  /** The copy is removed if the move is over; earlier versions omit it. After the commit it is kept. */
  reply: z.object({ known: z.boolean(), isOver: z.boolean().default(true) }),
  perMinute,
} satisfies PeerCall;

/** The region that people have left has erased their data. */
export const ERASED = {
  name: 'move-erased',
  body: z.object({ move: Move, certificate: z.string() }),
  reply: z.object({ known: z.boolean() }),
  perMinute,
} satisfies PeerCall;
