import type { FastifyBaseLogger as Logger } from 'fastify';
import type { Config } from './config/config.ts';
import type { Db } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import type { Hub } from './events/hub.ts';
import type { Storage } from './files/storage.ts';
import type { Jobs } from './jobs/jobs.ts';

/** The dependencies of use cases; created once in main, and by tests. */
export interface Services {
  readonly config: Config;
  readonly db: Db;
  /** Answers reads by `readApart`; null without a replica. */
  readonly replica: Replica | null;
  readonly hub: Hub;
  readonly jobs: Jobs;
  readonly storage: Storage;
  readonly log: Logger;
  /** Signs access tokens, human checks and social sign-in data. */
  readonly secret: Uint8Array;
  /** Earlier secrets, which still open what they signed and sealed. */
  readonly formerSecrets: readonly Uint8Array[];
  /** Aborted when background work has to end, for operations that may take minutes. */
  readonly stopping: AbortSignal;
}
