import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { connect } from '../platform/db/database.ts';
import { eventually } from './eventually.ts';
import type { TestApp } from './test-app.ts';

/** Keeps a lock until released, so that transactions that need it certainly overlap. */
export async function held(t: TestApp, lock: RawBuilder<unknown>) {
  const line = connect(t.urls.owner, 1);
  const taken = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = line.db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    taken.resolve();
    await released.promise;
  });
  await taken.promise;
  return {
    waiting: (count: number) =>
      eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(distinct pid)::int as waiting from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()
        `.execute(t.services.db);
        expect(rows[0]?.waiting).toBe(count);
      }),
    release: async () => {
      released.resolve();
      await holding;
      await line.db.destroy();
    },
  };
}
