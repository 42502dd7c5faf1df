import type { Generated, JSONColumnType } from 'kysely';
import type { Region } from '../../region/region.ts';

/**
 * State of a move. The row of the region that people leave decides: until `committed` they live here, from then on in
 * the other region.
 * - `copying`: the other region copies while people work. `frozen`: their data cannot be written here.
 * - `committed`: their data cannot be read here. `arrived`: the other region has confirmed that it can be read there.
 * - `erased`: removed here. `cancelled`, `failed`: ended before the commit, and people stay.
 */
export type MoveStep = 'copying' | 'frozen' | 'committed' | 'arrived' | 'erased' | 'cancelled' | 'failed';

/** Amount of data that a move takes along. */
interface MoveTotals {
  cases: number;
  files: number;
  bytes: number;
}

/** A move of people out of this region. */
export interface RegionMoveTable {
  id: string;
  asked_by: number;
  /** The people who move: one person, or all members of a share group. */
  circle: number[];
  group_id: number | null;
  to_region: Region;
  /** The country chosen by the requester, which becomes theirs. */
  country: string;
  step: Generated<MoveStep>;
  /** Staff hold it; not possible past the commit. */
  is_paused: Generated<boolean>;
  /** 0 to 100; never falls. */
  percent: Generated<number>;
  totals: JSONColumnType<MoveTotals>;
  /** Number of freezes: a commit refers to the one that it verified. */
  freeze_no: Generated<number>;
  /** Transaction id: when all older ones have ended, no write from before the freeze is still in progress. */
  horizon: string | null;
  frozen_at: Date | null;
  /** When the last write from before the freeze had ended; log rows up to then move. */
  settled_at: Generated<Date | null>;
  /** Signed by this region; the other one uses it to activate the people. */
  statement: string | null;
  /** Compact JWS about the erasure, which the other region stores for the people. */
  certificate: Generated<string | null>;
  /** Whether the other region has stored it. */
  is_certified: Generated<boolean>;
  failure: string | null;
  asked_at: Generated<Date>;
  /** When the other region last made a request about it. */
  heard_at: Generated<Date>;
  committed_at: Date | null;
  arrived_at: Date | null;
  erased_at: Date | null;
  ended_at: Date | null;
}

/** A person in a move that has not been committed. Triggers refuse writes to data of frozen people. */
export interface MovingPersonTable {
  user_id: number;
  move_id: string;
  is_frozen: Generated<boolean>;
}

/** A move of people into this region. */
export interface RegionImportTable {
  move_id: string;
  from_region: Region;
  circle: number[];
  step: Generated<'copying' | 'arrived' | 'dropped'>;
  /** Whether the other region has been informed that the people have arrived. */
  is_reported: Generated<boolean>;
  /** Whether everything has arrived that the other region stored in its log after the arrival. */
  is_log_complete: Generated<boolean>;
  /** Whether copies of all statements have arrived that the people made for practices which stayed. */
  are_statements_here: Generated<boolean>;
  /** Id of the last of them that has arrived; 0 before the first. */
  statements_after: Generated<number>;
  /** Id of the file up to which light copies were queued after the arrival; null once all are. */
  copies_after: Generated<number | null>;
  /**
   * The freeze in which the copy equalled the source, and the digest that both had; null after any change of the copy.
   */
  verified_no: Generated<number | null>;
  verified_digests: Generated<string | null>;
  /** Country for people whose own country belongs to the other region. */
  country: string;
  totals: JSONColumnType<MoveTotals>;
  percent: Generated<number>;
  /** Compact JWS of the other region about the erasure of its data. */
  certificate: Generated<string | null>;
  failure: string | null;
  asked_at: Generated<Date>;
  began_at: Generated<Date>;
  ended_at: Date | null;
}

/** A file whose bytes have been copied. */
export interface RegionImportFileTable {
  move_id: string;
  storage_key: string;
  /** Negative until all bytes are here. */
  size: number;
  /** Lower-case hex of the bytes as written here; null for files without a stored digest, such as profile pictures. */
  sha256: string | null;
  copied_at: Generated<Date>;
}

/**
 * The sides of a case that have a copy. During the move the case itself is stored without copies: in the target region
 * until its people arrive, in the source region from the commit on.
 */
export interface MovedCaseTable {
  move_id: string;
  case_id: number;
  author_removed_at: Date | null;
  recipient_removed_at: Date | null;
}

/**
 * The account of a moving person, as JSON of its row. Their row is that of a guest: in the target region until they
 * arrive, in the source region from the commit on.
 */
export interface MovedAccountTable {
  move_id: string;
  user_id: number;
  account: JSONColumnType<Record<string, unknown>>;
}

/** Rows of the audit log that have been copied, as a JSON list by part; stored once the people arrive. */
export interface MovedLogTable {
  move_id: string;
  /** First case id of the part, -1 for the accounts. */
  part: number;
  rows: JSONColumnType<Record<string, unknown>[]>;
}
