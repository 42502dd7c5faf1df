import { type AuditEntry, audit } from './audit/audit.ts';
import type { Tx } from './db/database.ts';
import { noteRecorded } from './events/recorded-events.ts';
import { type NewEvent, writeEvent } from './events/write-event.ts';
import type { Actor, Doer } from './http/actor.ts';
import type { EnqueueOptions, JobData, JobName } from './jobs/jobs.ts';
import type { Services } from './services.ts';

/**
 * One transaction and everything that belongs to it: what happened, who did it and what is to be done next are
 * written down with the change or not at all. Passed on, never ambient.
 */
export class Work<A extends Doer = Actor> {
  readonly tx: Tx;
  readonly services: Services;
  /** Who is written down as having done it. */
  readonly actor: A;
  readonly #afterCommit: (() => void)[];

  constructor(tx: Tx, services: Services, actor: A, afterCommit: (() => void)[]) {
    this.tx = tx;
    this.services = services;
    this.actor = actor;
    this.#afterCommit = afterCommit;
  }

  /** The same transaction, with more or something else known of who acts. */
  as<B extends Partial<Doer>>(by: B): Work<Omit<A, keyof B> & B & Doer> {
    return new Work(this.tx, this.services, { ...this.actor, ...by }, this.#afterCommit);
  }

  /** Writes down what happened, for everybody of the audience. Every reader of events is served from here. */
  async record(event: NewEvent): Promise<void> {
    await writeEvent(this.tx, this.actor, event);
    noteRecorded(event.name);
    this.onCommit(() => this.services.hub.wake());
  }

  /** Appends to the audit log: what is rolled back is not logged. */
  audit(entry: AuditEntry): Promise<void> {
    return audit(this.tx, this.actor, entry);
  }

  /** Adds a job, which exists if and only if the change does. */
  async enqueue<N extends JobName>(name: N, data: JobData[N], options?: EnqueueOptions): Promise<void> {
    await this.services.jobs.insert(this.tx, name, data, options);
    this.onCommit(() => this.services.jobs.wake(name));
  }

  /** Calls back once the change is durable, not at all when it is rolled back. */
  onCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }
}

/** Runs one use case's writes in one transaction: all or nothing. */
export async function inTransaction<A extends Doer, T>(
  services: Services,
  actor: A,
  work: (work: Work<A>) => Promise<T>,
): Promise<T> {
  const afterCommit: (() => void)[] = [];
  const result = await services.db
    .transaction()
    .execute((tx) => work(new Work(tx, services, actor, afterCommit)));
  for (const callback of afterCommit) {
    try {
      callback();
    } catch (error) {
      // The change is durable, so its caller must not hear of a failure, and the other callbacks still count.
      services.log.error({ err: error }, 'a callback after a commit failed');
    }
  }
  return result;
}
