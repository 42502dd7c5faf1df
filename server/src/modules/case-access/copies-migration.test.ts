import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openEmptyDatabase } from '../../testing/empty-database.ts';

test('migration: cases deleted earlier have no copies, all others have both and are counted for both', async () => {
  const { owner, migrateTo } = await openEmptyDatabase();
  await migrateTo('0050-what-is-made', 'us');
  await sql`
    insert into app_user (email, email_key, first_name, last_name, role, institution, country, region)
    select n, n, 'A', 'B', 'Dental Lab', 'Lab', 'DE', 'us' from unnest(array['a', 'b']) as n
  `.execute(owner);
  await sql`
    insert into dental_case (no, author_id, recipient_id, status, published_at, deleted_at)
    select no, (select min(id) from app_user), (select max(id) from app_user), status,
      case when is_sent then now() end, case when is_deleted then now() end
    from (values ('kept', 'OPEN', true, false), ('also kept', 'PROC', true, false), ('deleted', 'OPEN', true, true),
      ('draft', 'OPEN', false, false), ('discarded', 'OPEN', false, true)) as made (no, status, is_sent, is_deleted)
  `.execute(owner);
  await sql`
    insert into restoration (case_id, position, type, material)
    select id, place, 'crown', (array['gold', 'zirconia'])[1 + place] from dental_case, generate_series(0, 1) as place
  `.execute(owner);
  await sql`
    insert into case_deletion (user_id, case_ids, ends_at)
    select author_id, array[id], now() + interval '5 seconds' from dental_case where no = 'deleted'
  `.execute(owner);

  await migrateTo('0054-deletion-per-side', 'us');
  const { rows: cases } = await sql`
    select no, author_removed_at is not null as author, recipient_removed_at is not null as recipient
    from dental_case order by id
  `.execute(owner);
  expect(cases).toEqual([
    { no: 'kept', author: false, recipient: false },
    { no: 'also kept', author: false, recipient: false },
    { no: 'deleted', author: true, recipient: true },
    { no: 'draft', author: false, recipient: false },
    { no: 'discarded', author: true, recipient: false },
  ]);
  const one = { author_count: 1, recipient_count: 1, count: 1 };
  const counts = async (table: string, where = sql`true`) =>
    (
      await sql`
        select status, author_count, recipient_count, count from ${sql.table(table)}
        where count <> 0 and ${where} order by status
      `.execute(owner)
    ).rows;
  const both = [
    { status: 'OPEN', ...one },
    { status: 'PROC', ...one },
  ];
  expect(await counts('case_tally')).toEqual(both);
  expect(await counts('made_tally', sql`type = 'crown' and material is null`)).toEqual(both);

  // Deletions from before the migration can still be undone for both sides; the triggers keep counting from there.
  await sql`
    update dental_case set author_removed_at = null, recipient_removed_at = null
    from case_deletion where dental_case.id = any(author_copies) and dental_case.id = any(recipient_copies)
  `.execute(owner);
  await sql`update dental_case set author_removed_at = now() where no = 'kept'`.execute(owner);
  const later = [
    { status: 'OPEN', author_count: 1, recipient_count: 2, count: 2 },
    { status: 'PROC', ...one },
  ];
  expect(await counts('case_tally')).toEqual(later);
  expect(await counts('made_tally', sql`type = 'crown' and material = 'gold'`)).toEqual(later);
});
