import { type Kysely, sql } from 'kysely';

const OWNERS = `select dental_case.author_id from changed as row
  join case_comment on case_comment.id = row.comment_id join dental_case on dental_case.id = case_comment.case_id`;

/** Replies to comments, and reactions to them, whose writes are refused while the case moves to another region. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table case_comment
      add column reply_to_id bigint references case_comment,
      add column thread_id bigint references case_comment
  `);
  for (const column of ['reply_to_id', 'thread_id'])
    await run(`create index case_comment_${column} on case_comment (${column}) where ${column} is not null`);
  await run(`
    create table comment_reaction (
      comment_id bigint not null references case_comment on delete cascade,
      user_id bigint not null references app_user,
      kind text not null,
      at timestamptz not null default now(),
      primary key (comment_id, user_id, kind)
    )
  `);
  await run(`
    create function refuse_moving_comment_reaction() returns trigger language plpgsql as $$
    begin
      if exists (select from moving_person where is_frozen)
        and coalesce(current_setting('cusp.moves', true), '') <> 'on'
        and exists (select from moving_person where is_frozen and user_id in (${OWNERS}))
      then
        raise exception 'the data is being moved to another region' using errcode = 'CU423';
      end if;
      return null;
    end $$
  `);
  for (const [event, image] of Object.entries({ insert: 'new', update: 'new', delete: 'old' }))
    await run(`
      create trigger refuse_moving_${event} after ${event} on comment_reaction
      referencing ${image} table as changed for each statement execute function refuse_moving_comment_reaction()
    `);
}
