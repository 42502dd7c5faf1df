import type { ViewFilters } from '@cusp/contract/case-views';
import type { NumberSystem, StatusCode } from '@cusp/contract/cases';
import type { Connector } from '@cusp/contract/draft-fields';
import type { OrderFields } from '@cusp/contract/order-fields';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface DentalCaseTable {
  id: Generated<number>;
  no: string;
  /** Key that the browser generated for the draft; repeating it creates no second draft. */
  client_key: string | null;
  author_id: number;
  recipient_id: number | null;
  assignee_id: number | null;
  status: Generated<StatusCode>;
  prev_status: StatusCode | null;
  patient_first: Generated<string>;
  patient_last: Generated<string>;
  patient_sex: 'M' | 'F' | 'O' | null;
  /** `YYYY-MM-DD`. */
  patient_birth: string | null;
  number_sys: Generated<NumberSystem>;
  /** `YYYY-MM-DD`. */
  delivery_date: string | null;
  /** `YYYY-MM-DD`: the day on which the patient comes for the work. */
  appointment: Generated<string | null>;
  note: Generated<string>;
  /** What the author chose about neighbouring units, written as JSON, see `connectorsOf`. */
  connector_choices: ColumnType<Connector[], string | undefined, string>;
  no_restoration_reason: Generated<string>;
  scans_follow: Generated<boolean>;
  /** Only for cases without `device_id`, from before cases had one; otherwise the device's lock decides. */
  from_locked_device: Generated<boolean>;
  /** The scanner, and the customer whose registration of it applies: both or neither. */
  device_id: Generated<number | null>;
  device_user_id: Generated<number | null>;
  comment_count: Generated<number>;
  file_count: Generated<number>;
  version: Generated<number>;
  /** 1 when sent; raised by each applied change of the order. */
  order_version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Null while the case is a draft. */
  published_at: Date | null;
  /** When the work was last completed; null while it is not. */
  completed_at: Date | null;
  /** When it was last reopened; null if it never was, or if that was undone. */
  reopened_at: Generated<Date | null>;
  /** When each side deleted its copy; for a draft, when its author discarded it. */
  author_removed_at: Generated<Date | null>;
  recipient_removed_at: Generated<Date | null>;
  /** When all personal data was removed; ids, number and dates are kept. */
  purged_at: Generated<Date | null>;
}

export interface RestorationTable {
  id: Generated<number>;
  case_id: number;
  position: number;
  type: string;
  /** Name from a foreign order; empty for catalogue types. */
  display_name: Generated<string>;
  /** FDI numbers, 51 to 85 primary. */
  teeth: Generated<number[]>;
  /** Tooth tokens of a foreign order that could not be read as a tooth. */
  tooth_text: Generated<string>;
  arch: 'upper' | 'lower' | null;
  material: Generated<string>;
  shade: Generated<string>;
  stump_shade: Generated<string>;
  /** Contradictions that the author confirmed, see `OrderProblem.mark`. */
  meant: Generated<string[]>;
}

/** The last days of the steps before an appointment, see `planAppointment`. */
export interface AppointmentPlanTable {
  case_id: number;
  /** The appointment that it was computed for; all days are `YYYY-MM-DD`. */
  appointment: string;
  send_until: string;
  ship_until: string;
  /**
   * The time zone of the lab, in which these are days; a name or offset that the database supports. Null if written by
   * a server that does not support zones yet, see `planZone`.
   */
  zone: Generated<string | null>;
  /** When the lab had the order and the scans; null while it waits for scans. */
  ready_at: Date | null;
  planned_at: Generated<Date>;
}

/** While a hold is open, the case is not purged, and its files and comments cannot change. */
export interface LegalHoldTable {
  id: Generated<number>;
  case_id: number;
  placed_by: number;
  reason: string;
  placed_at: Generated<Date>;
  lifted_by: number | null;
  lifted_at: Date | null;
}

/** One row: the progress of housekeeping through the cases of practices. */
export interface RetentionWalkTable {
  is_only: Generated<true>;
  /** Id of the last practice; 0 at the beginning. */
  place: Generated<number>;
}

/** Announcement to a practice of when its copy of a case will be removed. */
export interface CaseRetentionTable {
  case_id: number;
  /** The owner of the group, or a person without one. */
  practice_id: number;
  /** The last update of the case at that time; a later one invalidates the announcement. */
  counted_from: Date;
  /** `YYYY-MM-DD`. */
  due_on: string;
  announced_at: Generated<Date>;
  /** When the second announcement was sent, a week before. */
  reminded_at: Date | null;
}

/** Cases whose copies on one side were deleted by one person in one call. */
export interface CaseDeletionTable {
  id: Generated<number>;
  user_id: number;
  case_ids: number[];
  /** Cases that lost the author's copy, and those that lost the recipient's; in both if one circle had both. */
  author_copies: number[];
  recipient_copies: number[];
  /** Newest comment at the time; comments with a higher id are later. */
  last_comment: number;
  /** Until then the deletion can be undone. */
  ends_at: Date;
  outcome: Generated<'undone' | 'final' | null>;
  /** Deleted by a rule and not by a person, so there is no undo. */
  is_automatic: Generated<boolean>;
  created_at: Generated<Date>;
}

/** Previous value of a change that its author can undo. */
export type Replaced =
  | {
      kind: 'status';
      before: {
        status: StatusCode;
        prev_status: StatusCode | null;
        completed_at: string | null;
        /** Missing in steps written by a server that did not store it yet. */
        reopened_at?: string | null;
      };
      after: StatusCode;
      /** The proposal that closing the case has ended. */
      proposal: { id: number; fields: OrderFields } | null;
    }
  | { kind: 'assignee'; before: number | null; after: number | null }
  | {
      kind: 'comment';
      /** People who had not seen it, and when they were mailed about it. */
      unread: { user_id: number; mailed_at: string | null }[];
    };

/** A change that can be undone until `ends_at` by the person who made it, unless a newer one replaced its outcome. */
export interface UndoStepTable {
  id: Generated<number>;
  user_id: number;
  case_id: number;
  /** The comment that was deleted, else null. */
  comment_id: number | null;
  replaced: JSONColumnType<Replaced>;
  is_undone: Generated<boolean>;
  ends_at: Date;
}

/** Number of sent cases between two people in a status; written by triggers only. */
export interface CaseTallyTable {
  author_id: number;
  recipient_id: number;
  status: StatusCode;
  /** Cases of which the author has a copy, the recipient has one, or either has. */
  author_count: number;
  recipient_count: number;
  count: number;
}

/** Types and materials of a sent case, one row for each pair. Written by triggers only. */
export interface CaseMadeTable {
  case_id: number;
  author_id: number;
  recipient_id: number;
  status: StatusCode;
  type: string;
  material: string;
}

/**
 * Number of sent cases between two people in a status with a type, a material or both; null is any. Written by triggers
 * only.
 */
export interface MadeTallyTable {
  author_id: number;
  recipient_id: number;
  status: StatusCode;
  type: string | null;
  material: string | null;
  count: number;
}

/** Written by triggers only. */
export interface CaseSearchTable {
  case_id: number;
  /** 0 is the case itself: patient, number, institutions, note; -1 its order: teeth, shades, foreign words. */
  comment_id: Generated<number>;
  author_id: number;
  recipient_id: number;
  author_removed: Generated<boolean>;
  recipient_removed: Generated<boolean>;
  /** Folded; begins with a space. */
  text: string;
}

/** A case that is open in a tab, as last reported by its page; an unlogged table, emptied when the database crashes. */
export interface CaseVisitTable {
  case_id: number;
  user_id: number;
  visit: string;
  /** The session of the page; the end of its event stream shows that the browser is gone. */
  session_id: string | null;
  began_at: Generated<Date>;
  seen_at: Generated<Date>;
  typing_until: Date | null;
}

/** Saved filters of the case list. */
export interface CaseViewTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  filters: ColumnType<ViewFilters, string, string>;
  /** The group that it is shared with, as long as the owner is in it; null if it is private. */
  group_id: number | null;
  position: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
