import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Country } from './identity.ts';
import * as routes from './region-move.routes.ts';
import { Proof } from './security.ts';
import { Moment, PaperWish, ServerLoc } from './wire.ts';

/**
 * State of a move. `copying`: people work as always. `frozen`: their data cannot be changed for a moment. `committed`:
 * they live in the other region, which is activating them. `arrived`: they work there. `erased`: the region that they
 * left has erased their data. `cancelled` and `failed`: they stay where they are.
 */
const MoveStep = z.enum(['copying', 'frozen', 'committed', 'arrived', 'erased', 'cancelled', 'failed']);

const Move = z.object({
  id: z.uuid(),
  step: MoveStep,
  /** Staff hold it. */
  is_paused: z.boolean(),
  from: ServerLoc,
  to: ServerLoc,
  /** 0 to 100; does not decrease, and is 100 only once they have arrived. */
  cases_mv_percent: z.number().int().min(0).max(100),
  cases: z.number().int(),
  files: z.number().int(),
  bytes: z.number().int(),
  people: z.number().int().positive(),
  asked_at: Moment,
  /** When it arrived, was cancelled or failed. */
  ended_at: Moment.nullable(),
  failure: z.enum(routes.MOVE_FAILURES).nullable(),
});
export type Move = z.infer<typeof Move>;

export const moveState = endpoint(routes.moveState, {
  summary: 'The latest move of one’s data between regions',
  reply: z.object({
    /** Of the latest move; null without one. */
    cases_mv_percent: z.number().int().min(0).max(100).nullable(),
    move: Move.nullable(),
    /** Whether one may cancel it: the requester, before it is committed. */
    can_cancel: z.boolean(),
  }),
});

export const MovePlan = z.object({
  to: ServerLoc,
  /** Reasons why it cannot begin; empty if it can. */
  problems: z.array(z.enum(routes.MOVE_PROBLEMS)),
  /** Everybody who moves, in one's group or alone. */
  people: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Data that they have authored, which moves. */
  moves: z.object({
    cases: z.number().int(),
    drafts: z.number().int(),
    files: z.number().int(),
    bytes: z.number().int(),
  }),
  /** Cases that they have received, which stay with their authors; they access them as guests. */
  stays: z.object({ cases: z.number().int() }),
  /** Connected people who stay: no new cases with them. */
  partners: z.array(z.object({ id: z.number(), name: z.string(), institution: z.string() })),
  /** Unanswered invitations, which the move cancels. */
  invitations: z.number().int(),
  /** Passkeys that work at this site only, and must be made again. */
  passkeys: z.number().int(),
  /** People whose recovery codes work at this site only; new codes move with them. */
  old_codes: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Files whose bytes are missing here; support can help. */
  lost_files: z.array(z.object({ case_no: z.string(), filename: z.string() })),
  /** Files that are arriving now or whose upload was interrupted; they keep a move from beginning. */
  uploads: z.array(z.object({ case_no: z.string(), filename: z.string() })),
  /** Estimated duration of the copying. */
  minutes: z.number().int().positive(),
});
export type MovePlan = z.infer<typeof MovePlan>;

export const planMove = endpoint(routes.planMove, {
  summary: 'What a move to the region of a country would take along, and what prevents it',
  query: z.object({ country: Country }),
  reply: MovePlan,
  perMinute: 30,
});

export const startMove = endpoint(routes.startMove, {
  summary: 'Begin to move one’s data, or that of one’s whole group, to the region of a country',
  body: Proof.extend({ country: Country }),
  reply: z.object({ move: Move }),
  perMinute: 10,
});

export const cancelMove = endpoint(routes.cancelMove, {
  withoutAgreement: true,
  summary: 'Cancel one’s move before it is committed',
  reply: z.object({ move: Move }),
});

/** List of what was erased in the region that people have left, signed by its server. */
export const moveCertificate = endpoint(routes.moveCertificate, {
  summary: 'Certificate of the erasure after one’s move',
  reply: z.object({
    move: z.uuid(),
    from: ServerLoc,
    to: ServerLoc,
    committed_at: Moment,
    erased_at: Moment,
    cases: z.number().int(),
    files: z.number().int(),
    bytes: z.number().int(),
    /** Rows that were erased by kind. */
    rows: z.record(z.string(), z.number().int()),
    /** SHA-256 over everything that moved, as both regions computed it. */
    digest: z.string(),
    /** Compact JWS (EdDSA) of the erasing region, with these facts. */
    signed: z.string(),
  }),
});

export const moveCertificatePaper = endpoint(routes.moveCertificatePaper, {
  summary: 'Certificate of the erasure after one’s move, as a PDF',
  query: PaperWish,
  perMinute: 10,
});

export const StaffMove = Move.extend({
  asked_by: z.object({ id: z.number(), name: z.string() }),
  /** Committed, and the other region does not activate the people: they can work in neither. */
  is_stuck: z.boolean(),
  committed_at: Moment.nullable(),
  erased_at: Moment.nullable(),
});
export type StaffMove = z.infer<typeof StaffMove>;

export const staffMoves = endpoint(routes.staffMoves, {
  summary: 'Moves out of this region: all that are running, then the latest',
  reply: z.object({ moves: z.array(StaffMove) }),
});

export const steerMove = endpoint(routes.steerMove, {
  summary: 'Pause, resume or cancel a move before it is committed, or try its activation again',
  params: z.object({ id: z.uuid() }),
  body: z.object({ action: z.enum(routes.MOVE_ACTIONS) }),
  reply: z.object({ move: StaffMove }),
});
