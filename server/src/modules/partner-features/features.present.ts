import type { Feature } from '@cusp/contract/partner-features';
import { nameOf } from '../people/person.present.ts';
import type { FeatureRow } from './features.sql.ts';

export const presentFeature = (row: FeatureRow): Feature => ({
  id: row.id,
  udi: row.udi,
  option: row.option,
  version: row.version,
  updated_at: row.updated_at.toISOString(),
  updated_by: nameOf(row.by),
});
