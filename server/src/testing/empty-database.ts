import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { connect, type Db } from '../platform/db/database.ts';
import { migratorFor } from '../platform/db/migrate.ts';
import { prepareRoles } from '../platform/db/open.ts';
import type { Region } from '../platform/region/region.ts';

export interface EmptyDatabase {
  urls: { app: string; owner: string };
  owner: Db;
  /** Runs the migrations up to and including this one, as an older version of the server did. */
  migrateTo(name: string, region?: Region): Promise<void>;
}

/** A database without tables, for one test. */
export async function openEmptyDatabase(): Promise<EmptyDatabase> {
  const { adminUrl, password } = inject('postgres');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const urls = await prepareRoles(adminUrl, password, name);
  const { db: owner } = connect(urls.owner, 2);
  onTestFinished(async () => {
    await owner.destroy();
    const { db: admin } = connect(adminUrl, 1);
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
    await admin.destroy();
  });
  return {
    urls,
    owner,
    async migrateTo(target, region = 'us') {
      const { error } = await migratorFor(owner, region).migrateTo(target);
      if (error) throw error;
    },
  };
}
