import { sql } from 'kysely';
import { installJobs, JOBS_SCHEMA } from '../jobs/jobs.ts';
import type { Region } from '../region/region.ts';
import { connect, type Db } from './database.ts';
import { grantToApplication, migrate } from './migrate.ts';
import { roleOf } from './open.ts';
import { START_RETRY_MS } from './retry.ts';

/**
 * Brings schema, queues and rights up to date, as the owner; several processes may do it at once.
 * @throws WrongRegion for a database of another region.
 */
export async function prepareDatabase(
  urls: { app: string; owner: string },
  region: Region,
  rules: { secondStepRequired: boolean } = { secondStepRequired: false },
): Promise<string[]> {
  const owner = connect(urls.owner, 2, { retryMs: START_RETRY_MS });
  try {
    const ran = await migrate(owner.db, region);
    await installJobs(urls.owner);
    await storeSecondStepRule(owner.db, rules.secondStepRequired);
    const role = roleOf(urls.app);
    if (role !== roleOf(urls.owner)) {
      await grantToApplication(owner.db, role);
      const schema = sql.id(JOBS_SCHEMA);
      await sql`grant usage on schema ${schema} to ${sql.id(role)}`.execute(owner.db);
      await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${sql.id(role)}`.execute(
        owner.db,
      );
      await sql`grant execute on all functions in schema ${schema} to ${sql.id(role)}`.execute(owner.db);
    }
    return ran;
  } finally {
    await owner.db.destroy();
  }
}

/** The grace period of existing accounts begins with the first start that requires a second step. */
async function storeSecondStepRule(owner: Db, isRequired: boolean): Promise<void> {
  await owner
    .updateTable('deployment')
    .set({ second_step_since: isRequired ? sql<Date>`coalesce(second_step_since, now())` : null })
    .where(sql<boolean>`(second_step_since is not null) <> ${isRequired}`)
    .execute();
}
