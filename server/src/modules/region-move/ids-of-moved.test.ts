import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { commentAs, createPractice, startMoveAs, workOnMove } from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { stl, upload } from '../../testing/uploads.ts';

const { us, eu } = await openTwoRegions();

/** Spends ids, as a region with many more rows has. */
const spendIds = ({ services: { db } }: TestApp, table: string) =>
  sql`select count(nextval(pg_get_serial_sequence(${table}, 'id'))) from generate_series(1, 500)`.execute(db);

test('what is written after a move is newer than the rows from the busier region', async () => {
  for (const table of ['case_file', 'case_comment', 'event']) await spendIds(us, table);
  const { author, cases } = await createPractice(us);
  const [dentalCase] = cases;
  if (!dentalCase) throw new Error('the practice has cases');
  await workOnMove(us, eu, await startMoveAs(us, author));

  const there = await eu.as(author);
  const sent = await upload(there, dentalCase.id, stl(30, 7), 'scan-0.stl');
  expect(sent.statusCode, sent.body).toBe(200);
  const { files } = (await there.get(`/v1/cases/${dentalCase.id}/files/`)).json();
  expect(files).toMatchObject([{ filename: 'scan-0.stl', version: 2, earlier: [{ version: 1 }] }]);

  await commentAs(eu, author, dentalCase.id, 'From the other region');
  const { comments } = (await there.get(`/v1/cases/${dentalCase.id}/comments/`)).json();
  expect(comments.map(({ text }: { text: string }) => text)).toEqual([
    'From the lab 0',
    'From the other region',
  ]);
});
