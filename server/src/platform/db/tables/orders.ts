import type { OrderChange, OrderFields } from '@cusp/contract/order-fields';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** An edit of a sent order, or one that the recipient's side is asked to accept. */
export interface OrderChangeTable {
  id: Generated<number>;
  case_id: number;
  /** At most one of a case is open; the other words say how it ended. */
  state: 'applied' | 'open' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'lapsed';
  /** The version of the order that it was made on. */
  base_version: number;
  /** The version that it made of the order; null for what did not apply. */
  version: number | null;
  changes: JSONColumnType<OrderChange[]>;
  /** The order as it would be; null once nobody needs it. */
  fields: ColumnType<OrderFields | null, string | null, string | null>;
  made_by: number;
  made_at: Generated<Date>;
  ended_by: number | null;
  ended_at: Date | null;
  reason: Generated<string>;
}
