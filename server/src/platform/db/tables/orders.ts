import type { OrderChange, OrderFields } from '@cusp/contract/order-fields';
import type { TemplateFields } from '@cusp/contract/order-templates';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** An edit of a sent order, or a proposed edit that the recipient's side may accept. */
export interface OrderChangeTable {
  id: Generated<number>;
  case_id: number;
  /** At most one change of a case is open; the other states are how it ended. */
  state: 'applied' | 'open' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'lapsed';
  /** The version of the order that it is based on. */
  base_version: number;
  /** The version of the order that it produced; null if it was not applied. */
  version: number | null;
  changes: JSONColumnType<OrderChange[]>;
  /** The order after the change; null once it is no longer needed. */
  fields: ColumnType<OrderFields | null, string | null, string | null>;
  /** The recipient of the case while the change is open (their side answers), else null or a former one. */
  waits_for: Generated<number | null>;
  made_by: number;
  made_at: Generated<Date>;
  ended_by: number | null;
  ended_at: Date | null;
  reason: Generated<string>;
}

/** Orders that new cases begin with. */
export interface OrderTemplateTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  fields: ColumnType<TemplateFields, string, string>;
  /** The group that it is shared with, as long as the owner is in it; null if it is private. */
  group_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
