import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { connect } from '../platform/db/database.ts';
import { eventually } from './eventually.ts';
import type { TestApp } from './test-app.ts';

/** Holds a lock until released, so that transactions that need it certainly overlap. */
export async function held(t: TestApp, lock: RawBuilder<unknown>) {
  const line = connect(t.urls.owner, 2);
  const taken = Promise.withResolvers<number>();
  const released = Promise.withResolvers<void>();
  const holding = line.db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    taken.resolve(rows[0]?.pid ?? 0);
    await released.promise;
  });
  const holder = await taken.promise;
  return {
    /** Waits until this many wait for it, or for each other behind it; other waits do not count. */
    waiting: (count: number) =>
      eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`
          with recursive blocked (pid) as (
            select ${holder}::int
            union select waiter.pid from blocked join pg_stat_activity as waiter on blocked.pid = any(pg_blocking_pids(waiter.pid))
          )
          select count(*)::int - 1 as waiting from blocked
        `.execute(line.db);
        expect(rows[0]?.waiting).toBeGreaterThanOrEqual(count);
      }),
    release: async () => {
      released.resolve();
      await holding;
      await line.db.destroy();
    },
  };
}
