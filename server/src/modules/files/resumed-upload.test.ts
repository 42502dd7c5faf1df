import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { begun, drop, openUploads, patch, refusalOf, state } from '../../testing/tus.ts';
import { filesOf, sha256, stl, storedIn, upload } from '../../testing/uploads.ts';
import { tidyUploads } from './tidy-files.ts';

const t = await openTestApp({ work: true });

test('a resumed upload in parts of any size is listed when complete, with the hash of the whole', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const scan = stl(2000);
  const path = await begun(client, dentalCase.id, '../상악.stl', scan.length);
  let offset = 0;
  for (const size of [1, 50_000, 83, scan.length]) {
    expect(await filesOf(client, dentalCase.id)).toEqual([]);
    const reply = await patch(client, path, offset, scan.subarray(offset, offset + size));
    expect(reply.statusCode).toBe(204);
    offset = Math.min(offset + size, scan.length);
    expect(reply.headers).toMatchObject({ 'upload-offset': String(offset), 'tus-resumable': '1.0.0' });
  }
  expect(await filesOf(client, dentalCase.id)).toMatchObject([
    { filename: '상악.stl', size: scan.length, sha256: sha256(scan), uploader: true, version: 1 },
  ]);
  const [{ id }] = await filesOf(client, dentalCase.id);
  const bytes = (await client.get(`/v1/files/${id}/download/`)).rawPayload;
  expect(sha256(bytes)).toBe(sha256(scan));
  // The last answer may be lost: asking again reports completion without sending anything twice.
  expect((await state(client, path)).headers['upload-offset']).toBe(String(scan.length));
  expect((await patch(client, path, scan.length, Buffer.alloc(0))).statusCode).toBe(204);
  expect(refusalOf(await patch(client, path, 0, scan))).toEqual([409, 'upload_elsewhere']);
  expect(await filesOf(client, dentalCase.id)).toHaveLength(1);
  await expect.poll(() => storedIn(t, 'uploads'), { timeout: 15_000 }).toEqual([]);
  const audited = await t.services.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_type', '=', 'file')
    .where('object_id', '=', id)
    .where('action', '=', 'file_uploaded')
    .execute();
  expect(audited).toHaveLength(1);
});

/** Breaks the connection to the database after the commit of each transaction with such a result, before its reply. */
function loseCommitsOf(isLost: (result: object) => boolean): void {
  const { db } = t.services;
  const begin = db.transaction.bind(db);
  const execute = async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
    const result = await begin().execute(work);
    if (typeof result === 'object' && result && isLost(result))
      throw new Error('Connection terminated unexpectedly');
    return result;
  };
  db.transaction = (() => ({ execute })) as never;
  onTestFinished(() => {
    db.transaction = begin;
  });
}

test('a file keeps its bytes if the database stored it but its reply was lost', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const [scan, other] = [stl(2000), stl(2000, 2)];
  const path = await begun(client, dentalCase.id, 'parts.stl', scan.length);
  loseCommitsOf((result) => 'isUnchanged' in result || 'filename' in result);
  expect((await patch(client, path, 0, scan)).statusCode).toBe(503);
  expect((await upload(client, dentalCase.id, other, 'whole.stl')).statusCode).toBe(503);
  expect((await state(client, path)).headers['upload-offset']).toBe(String(scan.length));
  const files = await filesOf(client, dentalCase.id);
  expect(files.map(({ filename }: { filename: string }) => filename)).toEqual(['parts.stl', 'whole.stl']);
  for (const { id, sha256: hash } of files) {
    const reply = await client.get(`/v1/files/${id}/download/`);
    expect([reply.statusCode, sha256(reply.rawPayload)]).toEqual([200, hash]);
  }
});

test('a resumed upload restarts if a stored part was lost or truncated', async () => {
  const { storage } = t.services;
  const harm: ((key: string) => Promise<void>)[] = [
    (key) => storage.remove(key),
    (key) => storage.write(key, Readable.from([stl(1)])),
  ];
  for (const damage of harm) {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const scan = stl(500);
    const path = await begun(client, dentalCase.id, 'a.stl', scan.length);
    await patch(client, path, 0, scan.subarray(0, 5000));
    await patch(client, path, 5000, scan.subarray(5000, 9000));
    const parts = await t.services.db
      .selectFrom('upload_part')
      .select('storage_key')
      .where('upload_id', '=', path.split('/').at(-2) ?? '')
      .orderBy('start')
      .execute();
    await damage(parts[1]?.storage_key ?? '');
    const last = await patch(client, path, 9000, scan.subarray(9000));
    expect(refusalOf(last)).toEqual([409, 'upload_elsewhere']);
    expect((await state(client, path)).headers['upload-offset']).toBe('0');
    expect(await filesOf(client, dentalCase.id)).toEqual([]);
    expect((await patch(client, path, 0, scan)).statusCode).toBe(204);
    expect(await filesOf(client, dentalCase.id)).toMatchObject([{ sha256: sha256(scan), version: 1 }]);
  }
  await expect.poll(() => storedIn(t, 'uploads'), { timeout: 15_000 }).toEqual([]);
});

test('a resumed upload of an existing file adds no version, and says so', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const send = async () =>
    patch(client, await begun(client, dentalCase.id, 'a.stl', stl(7).length), 0, stl(7));
  expect((await send()).headers['upload-unchanged']).toBeUndefined();
  const again = await send();
  expect([again.statusCode, again.headers['upload-unchanged']]).toEqual([204, '1']);
  expect(await filesOf(client, dentalCase.id)).toMatchObject([{ version: 1, earlier: [] }]);
});

test('two interleaved uploads of one person', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const scans = [stl(900, 1), stl(700, 2)];
  const paths = await Promise.all(
    scans.map((scan, n) => begun(client, dentalCase.id, `${n}.stl`, scan.length)),
  );
  for (const [from, to] of [
    [0, 20_000],
    [20_000, undefined],
  ] as const) {
    await Promise.all(scans.map((scan, n) => patch(client, paths[n] ?? '', from, scan.subarray(from, to))));
  }
  const files = await filesOf(client, dentalCase.id);
  expect(files.map(({ sha256: sum }: { sha256: string }) => sum).sort()).toEqual(scans.map(sha256).sort());
});

test('the same part sent twice concurrently counts once', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const scan = stl(500);
  const path = await begun(client, dentalCase.id, 'a.stl', scan.length);
  // The later request ends the earlier connection, as if that hung.
  await Promise.allSettled([1, 2, 3].map(() => patch(client, path, 0, scan)));
  const offset = Number((await state(client, path)).headers['upload-offset']);
  if (offset < scan.length) await patch(client, path, offset, scan.subarray(offset));
  expect(await filesOf(client, dentalCase.id)).toMatchObject([{ sha256: sha256(scan) }]);
});

test('an unfinished upload is found by its owner until cancelled or expired', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const scan = stl(10);
  const [kept, dropped, old] = [
    await begun(client, dentalCase.id, 'kept.stl', scan.length),
    await begun(client, dentalCase.id, 'dropped.stl', scan.length),
    await begun(client, dentalCase.id, 'old.stl', scan.length),
  ];
  for (const path of [kept, dropped, old]) await patch(client, path, 0, scan.subarray(0, 200));
  expect((await drop(client, dropped)).statusCode).toBe(204);
  await t.services.db
    .updateTable('upload')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('filename', '=', 'old.stl')
    .execute();
  expect((await state(client, old)).statusCode).toBe(404);
  expect((await patch(client, old, 200, scan.subarray(200))).statusCode).toBe(404);
  await tidyUploads(t.services);
  expect(await openUploads(client, dentalCase.id)).toEqual([
    {
      url: `/heclore${kept}`,
      filename: 'kept.stl',
      size: scan.length,
      offset: 200,
      modified: 1_700_000_000_000,
    },
  ]);
  await expect.poll(() => storedIn(t, 'uploads'), { timeout: 15_000 }).toHaveLength(1);
  expect((await patch(client, kept, 200, scan.subarray(200))).statusCode).toBe(204);
  expect(await filesOf(client, dentalCase.id)).toMatchObject([{ sha256: sha256(scan) }]);
});
