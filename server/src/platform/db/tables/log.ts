import type { ActivityAction } from '@cusp/contract/dashboard';
import type { EventName } from '@cusp/contract/event-names';
import type { Generated, JSONColumnType } from 'kysely';
import type { Region } from '../../region/region.ts';

/** The single row about the deployment that the database belongs to. */
export interface DeploymentTable {
  is_only: Generated<true>;
  region: Region;
  /** Since when everybody needs a second step to sign in; null while the deployment does not require one. */
  second_step_since: Date | null;
  /** It had cases before retention existed, so it keeps them unless a period is chosen. */
  keeps_cases: Generated<boolean>;
}

export interface EventTable {
  id: Generated<number>;
  /** Position in this database's stream of live updates; null for rows moved here from another region. */
  seq: Generated<number | null>;
  at: Generated<Date>;
  name: EventName;
  /** Label in the activity list; null for events that are not listed there. */
  activity: ActivityAction | null;
  case_id: number | null;
  actor_id: number | null;
  /** The staff member who acted for the actor in a support session. */
  acting_for: number | null;
  action_id: string | null;
  audience: number[];
  ids: JSONColumnType<Record<string, number | number[]>>;
  /** Codes of the state before and after. */
  change: JSONColumnType<{ from: string; to: string }> | null;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Generated<Date>;
  action: string;
  result: Generated<string>;
  user_id: number | null;
  /** The staff member who acted for `user_id` in a support session. */
  acting_for: number | null;
  session_id: string | null;
  object_type: string | null;
  object_id: number | null;
  case_id: number | null;
  ip: Generated<string>;
  request_id: string | null;
  detail: JSONColumnType<Record<string, unknown>>;
}
