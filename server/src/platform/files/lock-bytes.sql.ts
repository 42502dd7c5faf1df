import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Locks the bytes of a key until the transaction ends: against their removal, and against new uses. */
export const lockBytes = (tx: Tx, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('bytes ' || ${key}::text, 0))`.execute(tx);
