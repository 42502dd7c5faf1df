import { expect, test, vi } from 'vitest';
import { runChores } from './housekeeping.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();

test('a failing chore is logged by name and the chores after it still run', async () => {
  const lines: unknown[] = [];
  const log = { ...t.services.log, error: (line: unknown) => lines.push(line) };
  const broken = new Error('AccessDenied');
  const [before, after] = [vi.fn(async () => {}), vi.fn(async () => {})];
  await runChores(
    { ...t.services, log: log as never },
    { before, broken: () => Promise.reject(broken), after },
  );
  expect(before).toHaveBeenCalledOnce();
  expect(after).toHaveBeenCalledOnce();
  expect(lines).toEqual([{ chore: 'broken', err: broken }]);
});

test('expired rows are removed even if the store refuses to list its unfinished uploads', async () => {
  await t.services.db
    .insertInto('login_failure')
    .values({ key: 'gone', count: 1, last_at: new Date(Date.now() - 3 * 24 * 3600 * 1000) })
    .execute();
  vi.spyOn(t.services.storage, 'tidy').mockRejectedValue(new Error('AccessDenied'));
  await runChores(t.services);
  expect(await t.services.db.selectFrom('login_failure').selectAll().execute()).toEqual([]);
});
