import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../start-services.ts';
import { openDatabaseDoor } from '../../testing/database-door.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { connect } from '../db/database.ts';
import { NOBODY } from '../http/actor.ts';
import { inTransaction } from '../work.ts';
import { installJobs, JOBS_SCHEMA, Jobs } from './jobs.ts';

const t = await openTestApp();

/** A log whose lines can be read. */
function logged() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: createLogger('warn', sink) };
}

async function queueOf(name: string) {
  const owner = connect(t.urls.owner, 1);
  try {
    const { rows } = await sql`
      select policy, retry_limit, retry_backoff, expire_seconds, deletion_seconds from ${sql.id(JOBS_SCHEMA, 'queue')} where name = ${name}
    `.execute(owner.db);
    return rows[0];
  } finally {
    await owner.db.destroy();
  }
}

test('a start updates queues of an older version to the current retries and policy', async () => {
  const options = { retryLimit: 3, retryBackoff: false, expireInSeconds: 45 };
  await installJobs(t.urls.owner, { mail: { ...options, policy: 'short' }, 'light-copy': options });
  expect(await queueOf('mail')).toEqual({
    policy: 'short',
    retry_limit: 3,
    retry_backoff: false,
    expire_seconds: 45,
    deletion_seconds: 3600,
  });
  expect(await queueOf('light-copy')).toMatchObject({ policy: 'standard', retry_limit: 3 });

  await installJobs(t.urls.owner);
  expect(await queueOf('mail')).toEqual({
    policy: 'standard',
    retry_limit: 8,
    retry_backoff: true,
    expire_seconds: 60,
    deletion_seconds: 3600,
  });
  expect(await queueOf('light-copy')).toMatchObject({ policy: 'short', retry_limit: 4 });
});

test('a queue that became short drops a second waiting job with the same key', async () => {
  const options = { retryLimit: 1, retryBackoff: false, expireInSeconds: 60 };
  await installJobs(t.urls.owner, { 'finish-deletion': { ...options, policy: 'short' } });
  const jobs = new Jobs(t.urls.app, t.services.log);
  await jobs.start();
  for (const deletionId of [1, 2])
    await inTransaction({ ...t.services, jobs }, NOBODY, (work) =>
      work.enqueue('finish-deletion', { deletionId }, { singletonKey: 'same' }),
    );
  await jobs.stop();
  const { rows } = await sql`
    select data from ${sql.id(JOBS_SCHEMA, 'job')} where name = 'finish-deletion'
  `.execute(t.services.db);
  expect(rows).toEqual([{ data: { deletionId: 1 } }]);
  await installJobs(t.urls.owner);
});

test('a mail that was sent leaves no job with its link', async () => {
  const mail = {
    template: 'password-reset',
    to: 'a@b.example',
    userId: null,
    language: 'en',
    brand: 'cusp',
  } as const;
  const jobs = new Jobs(t.urls.app, t.services.log);
  await jobs.start();
  try {
    const links: (string | undefined)[] = [];
    await jobs.work('mail', async ({ params }) => void links.push(params.link), {
      isEager: true,
      isForgotten: true,
    });
    for (const link of ['/password-reset/one', '/password-reset/two'])
      await inTransaction({ ...t.services, jobs }, NOBODY, (work) =>
        work.enqueue('mail', { ...mail, params: { link } }),
      );
    const left = async () =>
      (await sql`select data from ${sql.id(JOBS_SCHEMA, 'job')} where name = 'mail'`.execute(t.services.db))
        .rows;
    await expect.poll(() => links).toEqual(['/password-reset/one', '/password-reset/two']);
    await expect.poll(left).toEqual([]);
  } finally {
    await jobs.stop();
  }
});

test('a fair queue runs one job of each person at a time, so that people do not wait for the jobs of others', async () => {
  const jobs = new Jobs(t.urls.app, t.services.log);
  await jobs.start();
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  try {
    await jobs.work(
      'data-export',
      ({ exportId }) =>
        new Promise<void>((resolve) => {
          begun.push(exportId);
          ends.set(exportId, resolve);
        }),
      { fair: 3 },
    );
    const add = (exportId: number, personId: number) =>
      inTransaction({ ...t.services, jobs }, NOBODY, (work) =>
        work.enqueue('data-export', { exportId }, { personId }),
      );
    for (const exportId of [11, 12]) await add(exportId, 1);
    await add(21, 2);
    await expect.poll(() => begun, { timeout: 20_000 }).toContain(21);
    // Both of the first person were enqueued earlier, and only one of them runs.
    const first = begun.filter((id) => id !== 21);
    expect(first).toEqual([expect.toBeOneOf([11, 12])]);
    ends.get(first[0] ?? 0)?.();
    await expect.poll(() => begun.toSorted(), { timeout: 20_000 }).toEqual([11, 12, 21]);
  } finally {
    for (const end of ends.values()) end();
    await jobs.stop();
  }
});

describe('of a stately queue', () => {
  beforeEach(async () => {
    await sql`delete from ${sql.id(JOBS_SCHEMA, 'job')} where name = 'practice-changed'`.execute(
      t.services.db,
    );
  });

  const change = (jobs: Jobs, id: number) =>
    inTransaction({ ...t.services, jobs }, NOBODY, (work) =>
      work.enqueue('practice-changed', { people: [id] }, { singletonKey: String(id), personId: id }),
    );

  test('another process runs jobs of other practices while a job of one practice runs', async () => {
    const { lines, log } = logged();
    const [one, two] = [new Jobs(t.urls.app, log), new Jobs(t.urls.app, log)];
    const begun: number[][] = [[], []];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      for (const jobs of [one, two]) await jobs.start();
      await one.work('practice-changed', async ({ people }) => {
        begun[0]?.push(...people);
        await ended;
      });
      await change(one, 1);
      await expect.poll(() => begun[0], { timeout: 20_000 }).toEqual([1]);
      for (const id of [1, 2]) await change(one, id);
      await two.work('practice-changed', async ({ people }) => void begun[1]?.push(...people));
      await expect.poll(() => begun[1], { timeout: 20_000 }).toEqual([2]);
      expect(lines.join('')).not.toContain('duplicate key');
    } finally {
      end();
      for (const jobs of [one, two]) await jobs.stop();
    }
  });

  test('a job that is tried again is kept for two weeks from the last change of its practice', async () => {
    const jobs = new Jobs(t.urls.app, t.services.log);
    await jobs.start();
    await change(jobs, 3);
    const its = sql`name = 'practice-changed' and singleton_key = '3'`;
    const job = sql.id(JOBS_SCHEMA, 'job');
    // The other region has been down for 13 days, and a release before groups has added the job.
    await sql`
      update ${job} set state = 'retry', retry_count = 1390, keep_until = now() + interval '1 day', group_id = null
      where ${its}
    `.execute(t.services.db);
    await change(jobs, 3);
    await jobs.stop();
    const { rows } = await sql`
      select retry_limit - retry_count as tries, keep_until > now() + interval '13 days' as is_kept, group_id
      from ${job} where ${its} and state = 'retry'
    `.execute(t.services.db);
    expect(rows).toEqual([{ tries: 1400, is_kept: true, group_id: '3' }]);
  });
});

test('a schedule that finds the database gone is set once it is back', async () => {
  const door = await openDatabaseDoor(t.urls.app);
  const jobs = new Jobs(door.url, createLogger('silent'));
  try {
    await jobs.start();
    door.shutFor(Infinity);
    const set = jobs.schedule('housekeeping', '7 3 * * *');
    await expect.poll(() => door.knocks).toBeGreaterThan(0);
    door.shutFor(0);
    await set;
    const { rows } =
      await sql`select cron from ${sql.id(JOBS_SCHEMA, 'schedule')} where name = 'housekeeping'`.execute(
        t.services.db,
      );
    expect(rows).toEqual([{ cron: '7 3 * * *' }]);
  } finally {
    await jobs.stop();
    await door.close();
  }
});

test('pg-boss errors are logged with their message', async () => {
  const { lines, log } = logged();
  const jobs = new Jobs(t.urls.app, log);
  await jobs.start();
  const owner = connect(t.urls.owner, 1);
  try {
    await sql`revoke select on all tables in schema ${sql.id(JOBS_SCHEMA)} from cusp_app`.execute(owner.db);
    await jobs.work('housekeeping', async () => {});
    await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('permission denied');
  } finally {
    await sql`grant select on all tables in schema ${sql.id(JOBS_SCHEMA)} to cusp_app`.execute(owner.db);
    await owner.db.destroy();
    await jobs.stop();
  }
  expect(lines.join('')).not.toContain('[object Object]');
});
