/**
 * Checks that the databases of other benches, which are filled without triggers, have the rows that triggers would
 * write.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { connect } from '../server/src/platform/db/database.ts';
import { prepareGround } from './support/cusp.ts';
import { DERIVED } from './support/derived-rows.ts';
import { FILLED, fill } from './support/fill.ts';
import { table } from './support/table.ts';

const SIZE = Number(process.env.SIZE ?? 3000);
const COMPARED = [...DERIVED, 'listed_person', 'list_tally'];

const ground = await prepareGround();
await fill(ground, SIZE, Math.floor(SIZE / 3), { talk: true });
const { db } = connect(ground.urls.admin, 1);
const run = (text: string) => sql.raw(text).execute(db);
const rowsOf = async (name: string) =>
  (
    await sql<{ row: string }>`select each::text as row from ${sql.table(name)} as each order by 1`.execute(
      db,
    )
  ).rows;

const inBulk = await Promise.all(COMPARED.map(rowsOf));
for (const name of FILLED) await run(`create temporary table kept_${name} as table ${name}`);
await run(`truncate ${[...DERIVED, ...FILLED].join(', ')}, listed_person cascade`);
await run(`delete from list_tally where list like 'cases %'`);
for (const name of FILLED) {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(db);
  const columns = rows[0]?.columns;
  await run(`insert into ${name} (${columns}) overriding system value select ${columns} from kept_${name}`);
}
const byTriggers = await Promise.all(COMPARED.map(rowsOf));

const rows = COMPARED.map((name, at) => [
  name,
  inBulk[at]?.length ?? 0,
  byTriggers[at]?.length ?? 0,
  isDeepStrictEqual(inBulk[at], byTriggers[at]) ? 'yes' : 'no',
]);
table(['', 'rows in bulk', 'rows by triggers', 'equal'], rows);
await db.destroy();
await ground.end();
process.exit(rows.every(([, , , equal]) => equal === 'yes') ? 0 : 1);
