import { type Kysely, sql } from 'kysely';

const SIDES = ['author', 'recipient'] as const;
const CASE_TRIGGERS = ['case_tally_update', 'case_search_update', 'case_made_update'];

/** Of a row of `dental_case`: it was sent, and at least one side has its copy. */
const KEPT = 'published_at is not null and (author_removed_at is null or recipient_removed_at is null)';
/** Columns of a case that `case_search` and `case_made` copy. */
const COPIED =
  'published_at is null, author_removed_at is null, recipient_removed_at is null, author_id, recipient_id';

/** The rows that a statement adds to a tally and those that it takes from it. */
const CHANGES = {
  insert: [['after_rows', '1']],
  delete: [['before_rows', '-1']],
  update: [
    ['after_rows', '1'],
    ['before_rows', '-1'],
  ],
} as const;
type Operation = keyof typeof CHANGES;
const OPERATIONS = Object.keys(CHANGES) as Operation[];

const changesOf = (operation: Operation, select: (rows: string, n: string) => string) =>
  CHANGES[operation].map(([rows, n]) => select(rows, n)).join(' union all ');
const prefixed = (row: string) => COPIED.replaceAll(/\b(\w+_(?:at|id))\b/g, `${row}.$1`);

/**
 * Each side of a case deletes its own copy, so there is a deletion time and a tally for each side instead of one for
 * both. Only deleted cases are rewritten. The partial indexes of `dental_case` are rebuilt, because they refer to the
 * dropped column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const trigger of CASE_TRIGGERS) await run(`drop trigger ${trigger} on dental_case`);
  await run(
    'alter table dental_case add column author_removed_at timestamptz, add column recipient_removed_at timestamptz',
  );
  await run(`
    update dental_case set author_removed_at = deleted_at,
      recipient_removed_at = case when published_at is not null then deleted_at end
    where deleted_at is not null
  `);
  // Drops the partial indexes too.
  await run('alter table dental_case drop column deleted_at');
  for (const own of SIDES) {
    // If one circle has both copies of a case, it is read from the author's side, so the recipient's indexes include
    // whether the author has their copy.
    const far = own === 'recipient' ? 'author_id, author_removed_at' : 'recipient_id';
    for (const [name, columns, included, only] of [
      ['updated', 'updated_at desc, id desc', ', status, published_at', ''],
      ['created', 'published_at desc, id desc', ', status', ''],
      ['status', 'status, updated_at desc, id desc', ', published_at', ''],
      ['delivery', 'delivery_date, id desc', ', status, published_at', ''],
      ['completed', 'completed_at', '', 'and completed_at is not null'],
      ['due', 'delivery_date', '', "and delivery_date is not null and status not in ('COMP', 'CLSD')"],
    ])
      await run(`
        create index case_${own}_id_${name} on dental_case (${own}_id, ${columns}) include (${far}${included})
        where published_at is not null and ${own}_removed_at is null ${only}
      `);
  }
  await run(`
    create index case_assignee on dental_case (assignee_id) include
      (id, author_id, recipient_id, status, published_at, updated_at, delivery_date, author_removed_at, recipient_removed_at)
    where assignee_id is not null and published_at is not null
  `);

  // Until now deletions that can still be undone concerned both sides.
  await run(`
    alter table case_deletion add column author_copies bigint[] not null default '{}',
      add column recipient_copies bigint[] not null default '{}', add column last_comment bigint not null default 0
  `);
  await run(`
    update case_deletion set author_copies = case_ids, recipient_copies = case_ids,
      last_comment = (select coalesce(max(id), 0) from case_comment)
    where outcome is null
  `);

  for (const table of ['case_search', 'case_made'])
    await run(`
      alter table ${table} add column author_removed boolean not null default false,
        add column recipient_removed boolean not null default false
    `);
  for (const [own, other] of [SIDES, SIDES.toReversed()]) {
    await run(`drop index case_made_${own}_id`);
    await run(`
      create index case_made_${own}_id on case_made (${own}_id, type, material, case_id)
      include (${other}_id, author_removed, recipient_removed)
    `);
  }

  for (const table of ['case_tally', 'made_tally']) {
    await run(`
      alter table ${table} add column author_count integer not null default 0,
        add column recipient_count integer not null default 0
    `);
    await run(`update ${table} set author_count = count, recipient_count = count`);
  }
  const counted = `author_count = tally.author_count + excluded.author_count,
    recipient_count = tally.recipient_count + excluded.recipient_count, count = tally.count + excluded.count`;
  const isChanged = 'having (sum(a), sum(r), sum(n)) <> (0, 0, 0)';
  for (const trigger of ['case_tally_insert', 'case_tally_delete'])
    await run(`drop trigger ${trigger} on dental_case`);
  await run('drop function tally_cases()');
  for (const operation of OPERATIONS) {
    const rows = changesOf(
      operation,
      (each, n) => `
        select author_id, recipient_id, status, ${n} * (author_removed_at is null)::integer as a,
          ${n} * (recipient_removed_at is null)::integer as r, ${n} as n
        from ${each} where ${KEPT}`,
    );
    // Rows are locked in key order, so that transactions cannot deadlock.
    await run(`
      create function tally_cases_${operation}() returns trigger language plpgsql as $$
      begin
        insert into case_tally as tally (author_id, recipient_id, status, author_count, recipient_count, count)
        select author_id, recipient_id, status, sum(a), sum(r), sum(n) from (${rows}) as change
        group by 1, 2, 3 ${isChanged} order by 1, 2, 3
        on conflict (author_id, recipient_id, status) do update set ${counted};
        return null;
      end $$
    `);
    const made = changesOf(
      operation,
      (each, n) => `
        select case_id, author_id, recipient_id, status, type, material, ${n} * (not author_removed)::integer as a,
          ${n} * (not recipient_removed)::integer as r, ${n} as n
        from ${each}`,
    );
    const per = 'case_id, author_id, recipient_id, status, a, r, n';
    await run(`
      create or replace function tally_made_${operation}() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(key) from (
          select distinct hashtextextended('made ' || author_id || ' ' || recipient_id, 0) as key
          from (${made}) as changed order by key
        ) as pair;
        insert into made_tally as tally
          (author_id, recipient_id, status, type, material, author_count, recipient_count, count)
        select author_id, recipient_id, status, type, material, sum(a), sum(r), sum(n) from (
          with changed as (${made})
          select ${per}, type, material from changed
          union all select distinct ${per}, type, null from changed
          union all select distinct ${per}, null, material from changed
        ) as change
        group by 1, 2, 3, 4, 5 ${isChanged} order by 1, 2, 3, 4, 5
        on conflict (author_id, type, material, recipient_id, status) do update set ${counted};
        return null;
      end $$
    `);
  }

  await run(`
    create or replace function made_of(ids bigint[]) returns void language sql as $$
      delete from case_made where case_id = any(ids);
      insert into case_made (case_id, author_id, recipient_id, status, type, material, author_removed, recipient_removed)
      select distinct sent.id, sent.author_id, sent.recipient_id, sent.status, restoration.type, restoration.material,
        sent.author_removed_at is not null, sent.recipient_removed_at is not null
      from dental_case as sent join restoration on restoration.case_id = sent.id
      where sent.id = any(ids) and ${KEPT}
    $$
  `);
  await run(`
    create or replace function made_in_cases() returns trigger language plpgsql as $$
    declare ids bigint[];
    begin
      ids := array(
        select after.id from after_rows as after join before_rows as before on before.id = after.id
        where (${prefixed('before')}) is distinct from (${prefixed('after')})
      );
      if cardinality(ids) > 0 then perform made_of(ids); end if;
      ids := array(
        select after.id from after_rows as after join before_rows as before on before.id = after.id
        where before.status <> after.status
      );
      if cardinality(ids) > 0 then
        update case_made set status = dental_case.status from dental_case
        where dental_case.id = any(ids) and case_made.case_id = dental_case.id
          and case_made.status <> dental_case.status;
      end if;
      return null;
    end $$
  `);

  const columns = 'case_id, comment_id, author_id, recipient_id, author_removed, recipient_removed, text';
  const removed = 'sent.author_removed_at is not null, sent.recipient_removed_at is not null';
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
        ids := array(
          select after.id from after_rows as after join before_rows as before on before.id = after.id
          where after.published_at is not null
            and (after.author_removed_at is null or after.recipient_removed_at is null)
            and (${prefixed('before')}, before.no, before.patient_first, before.patient_last, before.note)
              is distinct from
                (${prefixed('after')}, after.no, after.patient_first, after.patient_last, after.note)
        );
      end if;
      if cardinality(ids) = 0 then return null; end if;
      insert into case_search (${columns})
      select sent.id, 0, sent.author_id, sent.recipient_id, ${removed}, search_text(concat_ws(' ',
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
      on conflict (case_id, comment_id) do update
        set author_id = excluded.author_id, recipient_id = excluded.recipient_id, text = excluded.text,
          author_removed = excluded.author_removed, recipient_removed = excluded.recipient_removed;
      return null;
    end $$
  `);
  await run(`
    create or replace function search_comments() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        delete from case_search using after_rows as gone
        where case_search.case_id = gone.case_id and case_search.comment_id = gone.id
          and gone.deleted_at is not null;
      end if;
      insert into case_search (${columns})
      select sent.id, comment.id, sent.author_id, sent.recipient_id, ${removed}, search_text(comment.body)
      from after_rows as comment join dental_case as sent on sent.id = comment.case_id
      where comment.deleted_at is null and ${KEPT}
      on conflict (case_id, comment_id) do update set text = excluded.text where case_search.text <> excluded.text;
      return null;
    end $$
  `);

  for (const [name, operation, rows, does] of [
    ['case_tally_insert', 'insert', 'new table as after_rows', 'tally_cases_insert'],
    ['case_tally_delete', 'delete', 'old table as before_rows', 'tally_cases_delete'],
    ['case_tally_update', 'update', 'old table as before_rows new table as after_rows', 'tally_cases_update'],
    ['case_search_update', 'update', 'old table as before_rows new table as after_rows', 'search_cases'],
    ['case_made_update', 'update', 'old table as before_rows new table as after_rows', 'made_in_cases'],
  ])
    await run(`
      create trigger ${name} after ${operation} on dental_case referencing ${rows}
      for each statement execute function ${does}()
    `);
}
