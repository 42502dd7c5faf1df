import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Search uses a row for the case itself (comment 0) and one for each of its comments, so that the cost of adding a
  // comment depends on its own length and not on the comments before it.
  await sql`alter table case_search add column comment_id bigint not null default 0`.execute(db);
  await sql`alter table case_search drop constraint case_search_pkey`.execute(db);
  await sql`alter table case_search add primary key (case_id, comment_id)`.execute(db);
  // Entries go straight into the index (no pending list), so that a search need not scan unindexed entries.
  for (const side of ['author_id', 'recipient_id']) {
    await sql.raw(`alter index case_search_${side} set (fastupdate = off)`).execute(db);
    await sql.raw(`select gin_clean_pending_list('case_search_${side}')`).execute(db);
  }
  await sql`
    create function search_text(text) returns text language sql immutable strict parallel safe
    as $$ select ' ' || public.fold(regexp_replace($1, '[[:space:]]+', ' ', 'g')) $$
  `.execute(db);
  // Koreans write the family name first, with no blank between.
  await sql`
    create function korean_name(first text, last text) returns text language sql immutable strict parallel safe
    as $$ select case when last ~ '[가-힣]' then last || first end $$
  `.execute(db);
  await sql`
    update case_search set text = case_search.text || search_text(korean_name(patient_first, patient_last))
    from dental_case where dental_case.id = case_search.case_id and patient_last ~ '[가-힣]'
  `.execute(db);
  await sql`
    insert into case_search (case_id, comment_id, author_id, recipient_id, text)
    select sent.id, comment.id, sent.author_id, sent.recipient_id, search_text(comment.body)
    from case_comment as comment join dental_case as sent on sent.id = comment.case_id
    where comment.deleted_at is null and sent.published_at is not null and sent.deleted_at is null
  `.execute(db);

  // Triggers maintain the rows for every writer: sending, editing, deleting and undoing a deletion.
  await sql`
    create function search_cases() returns trigger language plpgsql as $$
    declare ids bigint[];
    begin
      if tg_op = 'INSERT' then
        ids := array(select id from after_rows where published_at is not null and deleted_at is null);
      else
        delete from case_search using after_rows as gone
        where case_id = gone.id and (gone.published_at is null or gone.deleted_at is not null);
        ids := array(
          select after.id from after_rows as after join before_rows as before on before.id = after.id
          where after.published_at is not null and after.deleted_at is null
            and (before.published_at is null, before.deleted_at is null, before.author_id, before.recipient_id, before.no,
                 before.patient_first, before.patient_last, before.note)
              is distinct from
                (after.published_at is null, after.deleted_at is null, after.author_id, after.recipient_id, after.no,
                 after.patient_first, after.patient_last, after.note)
        );
      end if;
      if cardinality(ids) = 0 then return null; end if;
      insert into case_search (case_id, comment_id, author_id, recipient_id, text)
      select sent.id, 0, sent.author_id, sent.recipient_id, search_text(concat_ws(' ',
        sent.patient_first, sent.patient_last, korean_name(sent.patient_first, sent.patient_last),
        sent.no, author.institution, recipient.institution, sent.note))
      from dental_case as sent
      join app_user as author on author.id = sent.author_id
      join app_user as recipient on recipient.id = sent.recipient_id
      where sent.id = any(ids)
      union all
      select sent.id, comment.id, sent.author_id, sent.recipient_id, search_text(comment.body)
      from dental_case as sent join case_comment as comment on comment.case_id = sent.id
      where sent.id = any(ids) and comment.deleted_at is null
      on conflict (case_id, comment_id) do update
        set author_id = excluded.author_id, recipient_id = excluded.recipient_id, text = excluded.text;
      return null;
    end $$
  `.execute(db);
  await sql`
    create function search_comments() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        delete from case_search using after_rows as gone
        where case_search.case_id = gone.case_id and case_search.comment_id = gone.id
          and gone.deleted_at is not null;
      end if;
      insert into case_search (case_id, comment_id, author_id, recipient_id, text)
      select sent.id, comment.id, sent.author_id, sent.recipient_id, search_text(comment.body)
      from after_rows as comment join dental_case as sent on sent.id = comment.case_id
      where comment.deleted_at is null and sent.published_at is not null and sent.deleted_at is null
      on conflict (case_id, comment_id) do update set text = excluded.text where case_search.text <> excluded.text;
      return null;
    end $$
  `.execute(db);
  await sql`
    create function unsearch_comments() returns trigger language plpgsql as $$
    begin
      delete from case_search using before_rows as gone
      where case_search.case_id = gone.case_id and case_search.comment_id = gone.id;
      return null;
    end $$
  `.execute(db);
  const BEFORE = 'old table as before_rows';
  const AFTER = 'new table as after_rows';
  for (const [name, operation, table, rows, run] of [
    ['case_search_insert', 'insert', 'dental_case', AFTER, 'search_cases'],
    ['case_search_update', 'update', 'dental_case', `${BEFORE} ${AFTER}`, 'search_cases'],
    ['comment_search_insert', 'insert', 'case_comment', AFTER, 'search_comments'],
    ['comment_search_update', 'update', 'case_comment', AFTER, 'search_comments'],
    ['comment_search_delete', 'delete', 'case_comment', BEFORE, 'unsearch_comments'],
  ]) {
    await sql
      .raw(
        `create trigger ${name} after ${operation} on ${table} referencing ${rows}
         for each statement execute function ${run}()`,
      )
      .execute(db);
  }

  // When the work on a case was last completed; null while it is not.
  await sql`alter table dental_case add column completed_at timestamptz`.execute(db);
  await sql`
    update dental_case set completed_at = last.at
    from (select case_id, max(at) as at from audit_log
          where action = 'case_changed' and detail->>'status' = 'COMP' group by case_id) as last
    where last.case_id = dental_case.id and (status = 'COMP' or (status = 'CLSD' and prev_status = 'COMP'))
  `.execute(db);
  for (const [side, other] of [
    ['author_id', 'recipient_id'],
    ['recipient_id', 'author_id'],
  ]) {
    await sql
      .raw(
        `create index case_${side}_completed on dental_case (${side}, completed_at) include (${other})
         where completed_at is not null and published_at is not null and deleted_at is null`,
      )
      .execute(db);
    await sql
      .raw(
        `create index case_${side}_due on dental_case (${side}, delivery_date) include (${other})
         where published_at is not null and deleted_at is null and delivery_date is not null
           and status not in ('COMP', 'CLSD')`,
      )
      .execute(db);
  }
}
