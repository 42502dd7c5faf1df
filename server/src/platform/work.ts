import { type AuditEntry, audit } from './audit/audit.ts';
import type { Tx } from './db/database.ts';
import { NOTICED_AFTER_MS } from './events/noticed-events.ts';
import { noteRecorded } from './events/recorded-events.ts';
import { type NewEvent, writeEvent } from './events/write-event.ts';
import type { Actor, Doer } from './http/actor.ts';
import type { EnqueueOptions } from './jobs/jobs.ts';
import type { JobData, JobName } from './jobs/queues.ts';
import type { MailReader, MailTemplate } from './mail/mail-request.ts';
import type { Services } from './services.ts';

/**
 * One transaction with everything that belongs to it: event, audit entry and jobs are written with the change or not at
 * all. It is always passed as an argument, so there is no ambient transaction.
 */
export class Work<A extends Doer = Actor> {
  readonly tx: Tx;
  readonly services: Services;
  /** Recorded as the actor. */
  readonly actor: A;
  readonly #afterCommit: (() => void)[];

  constructor(tx: Tx, services: Services, actor: A, afterCommit: (() => void)[]) {
    this.tx = tx;
    this.services = services;
    this.actor = actor;
    this.#afterCommit = afterCommit;
  }

  /** The same transaction, with more data about the actor. */
  as<B extends Partial<Doer>>(by: B): Work<Omit<A, keyof B> & B & Doer> {
    return new Work(this.tx, this.services, { ...this.actor, ...by }, this.#afterCommit);
  }

  /** Records an event for its audience. All readers of events are served from here. */
  async record(event: NewEvent): Promise<void> {
    const id = await writeEvent(this.tx, this.actor, event);
    noteRecorded(event.name);
    await this.#planNotices(event, id);
    this.onCommit(() => this.services.hub.wake());
  }

  /** Schedules the notices of others about the event. */
  async #planNotices({ name, audience }: NewEvent, id: number): Promise<void> {
    const afterMs = NOTICED_AFTER_MS[name];
    if (afterMs === undefined || audience.every((userId) => userId === this.actor.userId)) return;
    const wait = afterMs > 0 ? { startAfter: new Date(Date.now() + afterMs) } : {};
    await this.enqueue('notices', { eventId: id }, wait);
  }

  /** Appends to the audit log; rolled back with the change. */
  audit(entry: AuditEntry): Promise<void> {
    return audit(this.tx, this.actor, entry);
  }

  /** Adds a job, which exists if and only if the change is committed. */
  async enqueue<N extends JobName>(name: N, data: JobData[N], options?: EnqueueOptions): Promise<void> {
    await this.services.jobs.insert(this.tx, name, data, options);
    this.onCommit(() => this.services.jobs.wake(name));
  }

  /** Adds a mail in the language and brand of its reader. */
  mail(reader: MailReader, template: MailTemplate, params: Record<string, string>): Promise<void> {
    const { id: userId, email: to, language, brand } = reader;
    return this.enqueue('mail', { template, to, userId, language, brand, params });
  }

  /** Registers a callback for after the commit; not called after a rollback. */
  onCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }
}

/** Runs the writes of one use case in one transaction: all or nothing. */
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
      // The change is committed, so the caller must not see an error, and the other callbacks still run.
      services.log.error({ err: error }, 'a callback after a commit failed');
    }
  }
  return result;
}
