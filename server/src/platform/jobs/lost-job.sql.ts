import { type RawBuilder, sql } from 'kysely';
import { JOBS_SCHEMA } from './jobs.ts';
import type { JobData } from './queues.ts';

/**
 * Whether no job waits or runs whose payload has this id: its process was killed as often as the queue tries it, so that it
 * could note no end.
 */
export const hasLostJob = <N extends keyof JobData>(
  name: N,
  field: keyof JobData[N] & string,
  id: RawBuilder<number>,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from ${sql.table(`${JOBS_SCHEMA}.job`)} as job
  where job.name = ${name} and job.state < 'completed' and job.data->>${field} = ${id}::text
)`;
