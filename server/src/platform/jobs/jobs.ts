import type { FastifyBaseLogger as Logger } from 'fastify';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db, Tx } from '../db/database.ts';
import { retryConnection } from '../db/retry.ts';
import { activeTracing } from '../tracing/traced.ts';
import { type JobData, type JobName, QUEUES, type QueueOptions } from './queues.ts';

/** The payload of a job, with the span in which it was enqueued, so that the job becomes part of that trace. */
type Traceable<Data> = Data & { traceparent?: string };

export interface EnqueueOptions {
  /** A UUID; a second job with it is dropped, also after the first one is done. */
  id?: string;
  startAfter?: Date;
  singletonKey?: string;
  /** An existing waiting job with the same `singletonKey` begins now. */
  isUrgent?: boolean;
  /**
   * In a fair queue each process runs one job of a person at a time; in a stately queue only one runs in all processes
   * together.
   */
  personId?: number;
}

interface WorkOptions {
  isEager?: boolean;
  isForgotten?: boolean;
  /**
   * Concurrent jobs in this process, at most one for each person, so that one person's long jobs do not delay those of
   * others.
   */
  fair?: number;
}

export const JOBS_SCHEMA = 'pgboss';

/** A job whose process has sent no heartbeat for this long, because it was killed, is restarted by another one. */
const HEARTBEAT_SECONDS = 20;
/** Interval of the search for such jobs. */
const SUPERVISE_SECONDS = 15;

/** Background work, enqueued inside the transaction that causes it. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #workers = new Map<JobName, string>();

  /**
   * A process that works on no queue passes its pool: it needs no connections of its own, because use cases insert jobs
   * in their transactions, and leaves schedules and lost jobs to the processes that work.
   */
  constructor(database: string | Db, log: Logger) {
    this.#log = log;
    const works = typeof database === 'string';
    this.#boss = new PgBoss({
      ...(works ? { connectionString: database, max: 4 } : { db: fromKysely(database) }),
      schema: JOBS_SCHEMA,
      migrate: false,
      createSchema: false,
      supervise: works,
      schedule: works,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'pg-boss error'));
    this.#boss.on('warning', ({ message }) => log.warn(`pg-boss warning: ${message}`));
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  /**
   * Works on a queue in this process. A handler that throws is retried with growing delays. An eager queue takes the
   * next job immediately; otherwise up to a second passes between two jobs. A job of a forgotten queue is removed as
   * soon as it succeeds.
   */
  async work<N extends JobName>(
    name: N,
    handler: (data: JobData[N]) => Promise<void>,
    options: WorkOptions = {},
  ): Promise<void> {
    const tracing = activeTracing();
    const facts = { name: `job ${name}`, kind: 'consumer' as const, attributes: {} };
    const traced = (parent: string | undefined, work: () => Promise<void>) =>
      tracing ? tracing.run(facts, work, { parent }) : work();
    const id = await this.#boss.work<Traceable<JobData[N]>>(
      name,
      {
        pollingIntervalSeconds: 1,
        batchSize: 1,
        ...(options.fair && { localConcurrency: options.fair, localGroupConcurrency: 1 }),
        // Otherwise a person's second job, which the queue refuses, would keep this process from fetching those of
        // others.
        ...(QUEUES[name].policy === 'stately' && { groupConcurrency: 1 }),
      },
      async ([job]) => {
        if (!job) return;
        try {
          const { traceparent, ...data } = job.data;
          await traced(traceparent, () => handler(data as unknown as JobData[N]));
          if (options.isForgotten) await this.#boss.deleteJob(name, job.id);
        } catch (error) {
          this.#log.error({ err: error, job: name, jobId: job.id }, 'job failed');
          throw error;
        } finally {
          if (options.isEager) this.wake(name);
        }
      },
    );
    this.#workers.set(name, id);
  }

  /** Inserts a job in a transaction. Use cases call `work.enqueue`, which also wakes the worker. */
  async insert<N extends JobName>(
    tx: Tx,
    name: N,
    data: JobData[N],
    { personId, isUrgent = false, ...options }: EnqueueOptions = {},
  ): Promise<void> {
    const group = personId === undefined ? {} : { group: { id: String(personId) } };
    const traceparent = activeTracing()?.current();
    const traced: Traceable<JobData[N]> = traceparent ? { ...data, traceparent } : data;
    const sent = { ...options, ...group, db: fromKysely(tx) };
    if (isUrgent) await this.#boss.upsert(name, traced, { ...sent, startAfter: new Date() });
    else await this.#boss.send(name, traced, sent);
    if (QUEUES[name].policy === 'stately' && options.singletonKey)
      await renew(tx, name, options.singletonKey, personId);
  }

  /** Makes the worker of this process fetch the next job now. */
  wake(name: JobName): void {
    const worker = this.#workers.get(name);
    if (worker) this.#boss.notifyWorker(worker);
  }

  /** Runs a job on a cron schedule (UTC). Waits for the database, so that a slow one does not end the start. */
  async schedule(name: JobName, cron: string): Promise<void> {
    await retryConnection(() => this.#boss.schedule(name, cron, {}));
  }

  /** Waits for running jobs and returns the others to their queues. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 10_000 });
  }
}

/**
 * Of two jobs that wait for a retry only the older one stays. It covers the newer one too, and its retries and lifetime
 * are extended to match. Jobs of earlier releases have no person.
 */
const renew = (tx: Tx, name: JobName, key: string, personId: number | undefined) =>
  sql`
    update ${sql.table(`${JOBS_SCHEMA}.job`)} as job
    set keep_until = greatest(keep_until, now() + retention_seconds * interval '1 s'),
      retry_limit = greatest(job.retry_limit, retry_count + queue.retry_limit),
      group_id = coalesce(group_id, ${personId === undefined ? null : String(personId)})
    from ${sql.table(`${JOBS_SCHEMA}.queue`)} as queue
    where queue.name = job.name and job.name = ${name} and singleton_key = ${key} and state < 'completed'
  `.execute(tx);

/**
 * Creates the queue tables as their owner and updates the queues to their current settings; the application role gets
 * rights on rows only. Existing jobs keep the retries and the policy that their queue had when they were enqueued.
 */
export async function installJobs(
  ownerUrl: string,
  queues: Readonly<Partial<Record<JobName, QueueOptions>>> = QUEUES,
): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  for (const [name, { policy = 'standard', ...limits }] of Object.entries(queues)) {
    const options = { ...limits, heartbeatSeconds: HEARTBEAT_SECONDS };
    const queue = await boss.getQueue(name);
    if (!queue) await boss.createQueue(name, { ...options, policy });
    else {
      await boss.updateQueue(name, options);
      if (queue.policy !== policy) await changePolicy(boss, name, policy);
    }
  }
  await boss.stop({ graceful: false });
}

/** pg-boss has no call for this. Each job copies the policy of its queue when it is enqueued. */
const changePolicy = (boss: PgBoss, name: string, policy: string) =>
  boss.getDb().executeSql(`update ${JOBS_SCHEMA}.queue set policy = $2 where name = $1`, [name, policy]);
