import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { movedWithinTheHour } from './uploads.sql.ts';

/** A file being uploaded to a case. */
export interface Coming {
  caseId: number;
  filename: string;
  size: number;
}

/**
 * Bytes reserved by a person's unfinished uploads. Only those active within the last hour count, so that abandoned
 * ones reserve nothing. A file sent again counts once; `own` is the file that asks.
 */
export async function reservedBy(db: DbOrTx, userId: number, own: Coming | null): Promise<number> {
  const begun = db
    .selectFrom('upload')
    .select(['case_id', 'filename', 'size'])
    .distinct()
    .where('user_id', '=', userId)
    .where('file_id', 'is', null)
    .where('expires_at', '>', movedWithinTheHour())
    .where(
      own
        ? sql<boolean>`(case_id, filename, size) <> (${own.caseId}::bigint, ${own.filename}::text, ${own.size}::bigint)`
        : sql<boolean>`true`,
    );
  const { sum } = await db
    .selectFrom(begun.as('begun'))
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return sum;
}
