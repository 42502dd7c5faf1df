import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { isKept } from '../case-access/visible-cases.sql.ts';

const BATCH = 1000;
const BATCHES_A_RUN = 100;

/**
 * Id up to which cases have their rows; triggers write those of newer cases. Each process goes through the cases once.
 */
const filled = new WeakMap<Services['db'], number>();

/** Adds the search words of the orders of cases that were sent by an older version, a limited number per run. */
export async function fillOrderWords({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
    const { rows } = await sql<{ last: number | null }>`
      with batch as materialized (
        select dental_case.id from dental_case where id > ${filled.get(db) ?? 0} and ${isKept()}
        order by id limit ${BATCH}
      )
      select search_made(array(
        select id from batch
        where not exists (select from case_search where case_id = batch.id and comment_id = -1)
      )), (select max(id) from batch) as last
    `.execute(db);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    filled.set(db, last);
  }
}
