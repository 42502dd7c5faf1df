import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  commentAs,
  createPractice,
  moveOf,
  seesCase,
  startMoveAs,
  workOnMove,
} from '../../testing/moves/practice.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { createStatement } from '../../testing/statements.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { eraseMoves } from './erase-move.ts';

const { us, eu } = await openTwoRegions();

test('two weeks after a move the region that people left has none of their data, and certifies it', async () => {
  const { author, lab, cases } = await createPractice(us);
  const marker = 'Xylophonmarker';
  await us.services.db
    .updateTable('dental_case')
    .set({ patient_last: marker, note: marker })
    .where('author_id', '=', author.id)
    .execute();
  await us.services.db.updateTable('app_user').set({ phone: marker }).where('id', '=', author.id).execute();
  await commentAs(us, lab, cases[0]?.id ?? 0, marker);
  const statement = await createStatement(us.services, { caseId: cases[0]?.id ?? 0, maker: lab });
  const moveId = await startMoveAs(us, author);
  await workOnMove(us, eu, moveId);
  for (const path of ['certificate/', 'certificate/pdf/'])
    expect((await (await eu.as(author)).get(`/v1/user/migration/${path}`)).statusCode).toBe(404);
  await eraseMoves(us.services);
  expect(await placesOf(us, marker)).not.toEqual([]);
  await us.services.db
    .updateTable('region_move')
    .set({ arrived_at: new Date(Date.now() - 15 * 24 * 3_600_000) })
    .where('id', '=', moveId)
    .execute();
  await eraseMoves(us.services);
  expect(await placesOf(us, marker)).toEqual([]);
  expect(await placesOf(eu, marker)).not.toEqual([]);
  const certificate = await (await eu.as(author)).get('/v1/user/migration/certificate/');
  expect(certificate.json()).toMatchObject({
    move: moveId,
    from: 'US',
    to: 'EU',
    cases: 2,
    rows: { dental_case: 2 },
  });
  const paper = await (await eu.as(author)).get(
    '/v1/user/migration/certificate/pdf/?language=de&tz=Europe/Berlin',
  );
  expect(paper.headers['content-type']).toBe('application/pdf');
  expect(paper.headers['content-disposition']).toContain(`cusp-erasure-${moveId}.pdf`);
  const text = (await pdfText(paper.rawPayload)).join('|').replaceAll('|', '');
  for (const fact of [
    'Bescheinigung der Löschung',
    'Vereinigte Staaten',
    moveId,
    'dental_case',
    certificate.json().signed,
  ])
    expect(text).toContain(fact);
  // Kinds with a count of zero.
  expect(certificate.json().rows).toMatchObject({ legal_hold: 0 });
  expect(text).not.toContain('legal_hold');
  const waiting = (await waitingJobs(us, 'delete-bytes')).map(({ key }) => key);
  for (const { id } of cases) expect(waiting.some((key) => String(key).includes(`/${id}/`))).toBe(true);
  expect((await (await eu.as(author)).get(`/v1/cases/${cases[0]?.id}/all/`)).statusCode).toBe(200);
  // The lab that stays keeps the statements that it made, also when the case comes back.
  const kept = async () => {
    const client = await us.as(lab);
    const [paper, list] = await Promise.all([
      client.request('GET', `/v1/statements/${statement.id}/file/`, undefined, { cookie: client.cookie }),
      client.get('/v1/privacy/statements/'),
    ]);
    return [paper.statusCode, list.json().statements.map(({ case_no }: { case_no: string }) => case_no)];
  };
  expect(await kept()).toEqual([200, [cases[0]?.no]]);
  // A person whose cases were erased may come back after the others.
  await eu.services.db
    .updateTable('region_import')
    .set({ ended_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
    .where('move_id', '=', moveId)
    .execute();
  const back = await startMoveAs(eu, author, { country: 'US' });
  await workOnMove(eu, us, back);
  expect(await moveOf(eu, back)).toMatchObject({ step: 'arrived' });
  const returned = us.services.db.selectFrom('app_user').selectAll().where('id', '=', author.id);
  expect(await returned.executeTakeFirst()).toMatchObject({ presence: 'home', region: 'us', moved_at: null });
  expect(await seesCase(us, lab, cases[0]?.id ?? 0)).toBe(true);
  expect(await kept()).toEqual([200, [cases[0]?.no]]);
  const again = (await (await us.as(lab)).get(`/v1/cases/${cases[0]?.id}/statements/`)).json();
  expect(again.statements).toMatchObject([{ id: statement.id, is_latest: true }]);
}, 120_000);

/** Tables in which a row contains a text, whatever the column. */
async function placesOf(t: TestApp, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition
  `.execute(t.services.db);
  const found = [];
  for (const { name } of rows) {
    const hits =
      await sql`select from ${sql.table(name)} as item where item::text ilike ${`%${text}%`} limit 1`.execute(
        t.services.db,
      );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}
