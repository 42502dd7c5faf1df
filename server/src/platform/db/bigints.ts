import { type RawBuilder, sql } from 'kysely';

/** SQL for ids as a `bigint[]`, also for none; compare with `= any(…)`, because `in ()` is not valid SQL. */
export const bigints = (ids: readonly number[]): RawBuilder<readonly number[]> => sql`${[...ids]}::bigint[]`;
