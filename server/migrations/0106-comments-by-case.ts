import { type Kysely, sql } from 'kysely';

/**
 * Removed comments count too when a case is copied, compared or erased, and deleting rows searches every table that
 * refers to them: without these indexes both would read all comments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('create index case_comment_of_case on case_comment (case_id, id)');
  await run('drop index case_comment_case');
  for (const column of ['file_id', 'pin_file_id'])
    await run(`create index case_comment_${column} on case_comment (${column}) where ${column} is not null`);
  await run('create index download_grant_case on download_grant (case_id)');
}
