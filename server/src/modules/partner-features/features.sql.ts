import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { PartnerFeatureTable, StoredUndo } from '../../platform/db/tables/sheets.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

export type FeatureRow = Selectable<PartnerFeatureTable> & { by: PersonRow | null };

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a UDI holds what was searched, with or without blanks and the brackets of GS1. */
export function matchesSearch(search: string): RawBuilder<boolean> {
  const typed = search.normalize('NFKC').toUpperCase().replace(/\s/g, '');
  if (typed === '') return sql<boolean>`true`;
  const bare = typed.replace(/[()]/g, '');
  const patterns = [typed, bare].filter(Boolean).map(likePattern);
  return sql<boolean>`udi_key like any (${patterns})`;
}

export const allFeatures = (db: DbOrTx, search: string) =>
  db
    .selectFrom('partner_feature')
    .select(['udi', 'option'])
    .where(matchesSearch(search))
    .orderBy('udi_key')
    .orderBy('id');

export async function countFeatures(db: DbOrTx, search: string): Promise<number> {
  const { count } = await db
    .selectFrom('partner_feature')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matchesSearch(search))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const withPerson = (db: DbOrTx) =>
  db
    .selectFrom('partner_feature')
    .leftJoin('app_user as person', 'person.id', 'partner_feature.updated_by')
    .selectAll('partner_feature')
    .select(personJson('person').as('by'));

interface FeaturePage {
  search: string;
  /** `column asc` or `column desc`. */
  sort: string;
  page: number;
  num_per_page: number;
}

const SORTS: Record<string, 'partner_feature.option' | 'partner_feature.updated_at'> = {
  option: 'partner_feature.option',
  updated: 'partner_feature.updated_at',
};

export function featurePage(db: DbOrTx, wanted: FeaturePage): Promise<FeatureRow[]> {
  const [column = '', direction] = wanted.sort.split(' ');
  return withPerson(db)
    .where(matchesSearch(wanted.search))
    .orderBy(SORTS[column] ?? 'partner_feature.udi_key', direction === 'desc' ? 'desc' : 'asc')
    .orderBy('partner_feature.id')
    .limit(wanted.num_per_page)
    .offset((wanted.page - 1) * wanted.num_per_page)
    .execute();
}

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
 * Sets the option of each UDI, adding those that are not there, and returns what each changed row was before. Rows
 * that have the option already are left as they are. Keys must differ.
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
