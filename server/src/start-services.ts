import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type DestinationStream, pino, type TransportTargetOptions } from 'pino';
import { endHashing } from './modules/identity/hashing/password-hash.ts';
import { outgoingFiles } from './platform/backup/outgoing.ts';
import type { Config } from './platform/config/config.ts';
import { connect } from './platform/db/database.ts';
import { keptSecret } from './platform/db/open.ts';
import { Replica } from './platform/db/replica.ts';
import { retryConnection } from './platform/db/retry.ts';
import { Hub } from './platform/events/hub.ts';
import { DiskStorage } from './platform/files/disk-storage.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import type { Services } from './platform/services.ts';
import { within } from './platform/time/within.ts';
import { registerWorkers } from './workers.ts';

/** How long to wait at the end for connections to the database that are in use. */
const LONGEST_END_MS = 5000;

export interface Running {
  services: Services;
  pool: pg.Pool;
  /** Ends the background work and closes the pool; close the HTTP app first. */
  close(): Promise<void>;
}

/**
 * Standard output, and the configured targets, each in a separate thread so that a slow one does not delay requests.
 * Lines are redacted before they get there.
 */
export const logDestination = (
  level: string,
  targets: readonly TransportTargetOptions[],
): DestinationStream =>
  targets.length === 0
    ? pino.destination(1)
    : pino.multistream(
        [pino.destination(1), ...targets.map((target) => pino.transport(target))].map((stream) => ({
          level: level as pino.Level,
          stream,
        })),
      );

/** Removes patient data and tokens from log lines. */
export const createLogger = (level: string, to: DestinationStream = pino.destination(1)): FastifyBaseLogger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
      serializers: { err: errorLine },
    },
    to,
  );

/** The essential fields of an error, without objects that drivers attach. pg-boss reports plain copies of errors. */
function errorLine(error: unknown) {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: String(error) };
  const { name, message, stack, code } = error as Error & { code?: unknown };
  return { name, message, stack, ...(code === undefined ? {} : { code }) };
}

/** Creates the dependencies of use cases. With `work`, this process also works on the job queues. */
export async function startServices(
  config: Config,
  urls: { app: string; direct?: string },
  log: FastifyBaseLogger,
  options: { work: boolean },
): Promise<Running> {
  let closing = false;
  const open = (url: string) =>
    connect(url, config.databasePoolSize, {
      keepsPlans: config.databaseKeepsPlans,
      onError: (error) => {
        if (!closing) log.warn({ err: error }, 'a database connection was lost');
      },
    });
  const { db, pool } = open(urls.app);
  const replica = config.databaseReplicaUrl ? new Replica(db, open(config.databaseReplicaUrl).db, log) : null;
  const hub = new Hub(db, log);
  const jobs = new Jobs(options.work ? urls.app : db, log);
  const secret = new TextEncoder().encode(
    config.secretKey ?? (await keptSecret(join(config.dataDir, 'secret'))),
  );
  const storage = config.s3
    ? new (await import('./platform/files/s3-storage.ts')).S3Storage(config.s3)
    : new DiskStorage(join(config.dataDir, 'files'), config.backup ? outgoingFiles(config) : null);
  const formerSecrets = config.formerSecretKeys.map((key) => new TextEncoder().encode(key));
  const stop = new AbortController();
  const services: Services = {
    config,
    db,
    replica,
    hub,
    jobs,
    storage,
    log,
    secret,
    formerSecrets,
    stopping: stop.signal,
  };
  await storage.ready();
  await storage
    .tidy()
    .catch((error: unknown) => log.warn({ err: error }, 'could not clean up partial uploads'));
  await retryConnection(() => hub.start(urls.direct ?? urls.app));
  await jobs.start();
  if (options.work) await registerWorkers(services);
  return {
    services,
    pool,
    async close() {
      closing = true;
      stop.abort();
      await jobs.stop();
      await hub.close();
      await endHashing();
      await replica?.end();
      // A job that is still running is ended with the process, and restarted by another one.
      await within(LONGEST_END_MS, db.destroy()).catch((error: unknown) =>
        log.warn({ err: error }, 'connections to the database are still in use'),
      );
    },
  };
}
