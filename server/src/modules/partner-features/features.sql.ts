import type { FEATURE_SORTS } from '@cusp/contract/partner-features.routes';
import { udiSearch } from '@cusp/dental/udi/read-udi';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { PartnerFeatureTable, StoredUndo } from '../../platform/db/tables/sheets.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { type LongList, listCount } from '../staff-lists/long-list.sql.ts';

export type FeatureRow = Selectable<PartnerFeatureTable> & { by: PersonRow | null };

const SORTS: Record<(typeof FEATURE_SORTS)[number], RawBuilder<unknown>> = {
  udi: sql`udi_key collate "C"`,
  option: sql`option`,
  updated: sql`updated_at`,
};

export const featureList = (db: DbOrTx): LongList => ({
  table: sql`partner_feature`,
  where: [sql<boolean>`true`],
  searched: sql`search`,
  readSearch: udiSearch,
  sorts: SORTS,
  count: () => listCount(db, 'features'),
});

const withPerson = (db: DbOrTx) =>
  db
    .selectFrom('partner_feature')
    .leftJoin('app_user as person', 'person.id', 'partner_feature.updated_by')
    .selectAll('partner_feature')
    .select(personJson('person').as('by'));

export const featuresOf = (db: DbOrTx, ids: readonly number[]): Promise<FeatureRow[]> =>
  withPerson(db)
    .where('partner_feature.id', 'in', [0, ...ids])
    .execute();

export const featureOf = (db: DbOrTx, id: number): Promise<FeatureRow | undefined> =>
  withPerson(db).where('partner_feature.id', '=', id).executeTakeFirst();

export const lockFeature = (tx: Tx, id: number) =>
  tx.selectFrom('partner_feature').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

interface NewFeature {
  udi: string;
  key: string;
  option: boolean;
}

/**
 * Sets the option of each UDI, adding missing ones, and returns the previous state of each changed row. Rows that
 * already have the option are not changed. Keys must differ.
 */
export async function setFeatures(
  tx: Tx,
  features: readonly NewFeature[],
  { userId, batchId }: { userId: number; batchId: number | null },
): Promise<StoredUndo[]> {
  const { rows } = await sql<StoredUndo>`
    with wanted as (
      select * from unnest(
        ${features.map(({ udi }) => udi)}::text[], ${features.map(({ key }) => key)}::text[],
        ${features.map(({ option }) => option)}::boolean[]
      ) as t (udi, udi_key, option)
    )
    insert into partner_feature as kept (udi, udi_key, option, batch_id, updated_by)
    select udi, udi_key, option, ${batchId}::bigint, ${userId}::bigint from wanted order by udi_key
    on conflict (udi_key) do update set
      option = excluded.option, batch_id = excluded.batch_id, updated_by = excluded.updated_by,
      updated_at = now(), version = kept.version + 1
    where kept.option <> excluded.option
    returning id, case when version = 1 then null else not option end as was
  `.execute(tx);
  return rows;
}
