import { expect, test } from 'vitest';
import { exportsOf } from '../../testing/data-exports.ts';
import { openFreshSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
const { listOf, fileOf, ready } = exportsOf(t);

test('a download is resumed by ranges, and is one entry of the audit log', async () => {
  const { id: caseId, no } = await newCase();
  const id = await ready(people.author, { scope: 'case', no });
  const whole = await fileOf(people.author, id);
  const etag = String(whole.headers.etag);
  const half = Math.floor(whole.rawPayload.length / 2);
  const rest = await fileOf(people.author, id, { range: `bytes=${half}-`, 'if-range': etag });
  expect(rest.statusCode).toBe(206);
  expect(Buffer.concat([whole.rawPayload.subarray(0, half), rest.rawPayload])).toEqual(whole.rawPayload);
  expect((await fileOf(people.author, id, { range: 'bytes=99999999-' })).statusCode).toBe(416);
  const logged = await db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'case_id'])
    .where('object_type', '=', 'data_export')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();
  const by = { user_id: people.author.id };
  expect(logged).toEqual([
    { action: 'data_exported', ...by, case_id: null },
    { action: 'case_exported', ...by, case_id: caseId },
    { action: 'data_export_fetched', ...by, case_id: null },
  ]);
  const log = await (await t.as(people.author)).get(`/v1/privacy/accesses/?search=${no}`);
  expect(log.json().entries.map(({ action }: { action: string }) => action)).toContain('exported');
  expect((await listOf(people.author))[0]).toMatchObject({
    about: no,
    state: 'done',
    cases_done: 1,
    bytes: whole.rawPayload.length,
  });
});

test('a download that never begins at the first byte is in the audit log too, once for each session', async () => {
  const { no } = await newCase();
  const fetches = async (id: number) =>
    (
      await db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'data_export_fetched')
        .where('object_id', '=', id)
        .execute()
    ).length;
  const unusual: Record<string, string>[] = [
    { range: 'bytes=1-' },
    { range: 'bytes=-99999999' },
    { range: 'bytes=00-' },
    { range: 'bytes=5-6,0-' },
    { range: 'bytes=5-', 'if-range': '"another"' },
  ];
  for (const headers of unusual) {
    const id = await ready(people.author, { scope: 'case', no });
    expect([200, 206]).toContain((await fileOf(people.author, id, headers)).statusCode);
    expect(await fetches(id), JSON.stringify(headers)).toBe(1);
    await fileOf(people.author, id, { range: 'bytes=9-' });
    expect(await fetches(id)).toBe(1);
    await (await t.as(people.author)).delete(`/v1/privacy/exports/${id}/`);
  }
});
