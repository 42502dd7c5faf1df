import type { TemplateFields } from '@cusp/contract/order-templates';
import type { ColumnType, Generated } from 'kysely';

/** Orders that new cases begin with. */
export interface OrderTemplateTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  fields: ColumnType<TemplateFields, string, string>;
  /** The group that it is shared with, as long as the owner is in it; null for nobody. */
  group_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
