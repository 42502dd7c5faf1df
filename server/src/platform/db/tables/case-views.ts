import type { ViewFilters } from '@cusp/contract/case-views';
import type { ColumnType, Generated } from 'kysely';

/** Saved filters of the case list. */
export interface CaseViewTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  filters: ColumnType<ViewFilters, string, string>;
  /** The group that it is shared with, as long as the owner is in it; null for nobody. */
  group_id: number | null;
  position: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
