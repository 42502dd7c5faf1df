import { type RawBuilder, sql } from 'kysely';
import { JOBS_SCHEMA } from './jobs.ts';
import type { JobData } from './queues.ts';

/**
 * Whether no job with this id in its payload waits or runs: its process was killed in every attempt, so it could not
 * record its end.
 */
export const hasLostJob = <N extends keyof JobData>(
  name: N,
  field: keyof JobData[N] & string,
  id: RawBuilder<number>,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from ${sql.table(`${JOBS_SCHEMA}.job`)} as job
  where job.name = ${name} and job.state < 'completed' and job.data->>${field} = ${id}::text
)`;
