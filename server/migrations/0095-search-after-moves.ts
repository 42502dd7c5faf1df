import { type Kysely, sql } from 'kysely';

const KEPT = 'published_at is not null and (author_removed_at is null or recipient_removed_at is null)';
const COLUMNS = 'case_id, comment_id, author_id, recipient_id, author_removed, recipient_removed, text';
/** Changes of a case after which its rows are written again. */
const searched = (row: string) =>
  [
    'published_at is null',
    'author_removed_at is null',
    'recipient_removed_at is null',
    'author_id',
    'recipient_id',
  ]
    .concat('no', 'patient_first', 'patient_last', 'note')
    .map((column) => `${row}.${column}`)
    .join(', ');

/**
 * Cases that arrive by a move are shown before their search rows exist, because writing these takes most of the time
 * that people wait; a job writes them afterwards (`modules/region-move/run-import.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const removed = 'sent.author_removed_at is not null, sent.recipient_removed_at is not null';
  await run(`
    create function search_rows(ids bigint[]) returns table (
      case_id bigint, comment_id bigint, author_id bigint, recipient_id bigint,
      author_removed boolean, recipient_removed boolean, text text
    ) language sql stable as $$
      select sent.id, 0::bigint, sent.author_id, sent.recipient_id, ${removed}, search_text(concat_ws(' ',
        sent.patient_first, sent.patient_last, korean_name(sent.patient_first, sent.patient_last),
        sent.no, author.institution, recipient.institution, sent.note))
      from dental_case as sent
      join app_user as author on author.id = sent.author_id
      join app_user as recipient on recipient.id = sent.recipient_id
      where sent.id = any(ids)
      union all
      select sent.id, comment.id, sent.author_id, sent.recipient_id, ${removed}, search_text(comment.body)
      from dental_case as sent join case_comment as comment on comment.case_id = sent.id
      where sent.id = any(ids) and comment.deleted_at is null
    $$
  `);
  await run(`
    create or replace function search_cases() returns trigger language plpgsql as $$
    declare ids bigint[];
    begin
      if tg_op = 'INSERT' then
        ids := array(select id from after_rows where ${KEPT});
      else
        delete from case_search using after_rows as gone
        where case_id = gone.id
          and (gone.published_at is null or (gone.author_removed_at is not null and gone.recipient_removed_at is not null));
        if current_setting('cusp.moves', true) = 'on' then return null; end if;
        ids := array(
          select after.id from after_rows as after join before_rows as before on before.id = after.id
          where after.published_at is not null
            and (after.author_removed_at is null or after.recipient_removed_at is null)
            and (${searched('before')}) is distinct from (${searched('after')})
        );
      end if;
      if cardinality(ids) = 0 then return null; end if;
      insert into case_search (${COLUMNS}) select * from search_rows(ids)
      on conflict (case_id, comment_id) do update
        set author_id = excluded.author_id, recipient_id = excluded.recipient_id, text = excluded.text,
          author_removed = excluded.author_removed, recipient_removed = excluded.recipient_removed;
      return null;
    end $$
  `);
}
