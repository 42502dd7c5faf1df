import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseFile } from '@cusp/contract/cases';
import { expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';
import { sha256, stl, upload } from '../../testing/uploads.ts';

const t = await openTestApp({ work: true });

const listed = async (client: Client, caseId: number): Promise<CaseFile[]> =>
  (await client.get(`/v1/cases/${caseId}/files/`)).json().files;
/** Excludes whether they can be shown in 3D, which is determined in the background. */
const besideLight = (files: CaseFile[]) =>
  JSON.parse(JSON.stringify(files, (key, value) => (key === 'light_failure' ? undefined : value)));
const fileCount = async (caseId: number) =>
  (
    await t.services.db
      .selectFrom('dental_case')
      .select('file_count')
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
  ).file_count;

test('the same name is a new version; each keeps its bytes, and the newest is listed', async () => {
  const dentalCase = await createCase(t.services);
  const [author, recipient] = [await t.as(dentalCase.author), await t.as(dentalCase.recipient)];
  await upload(author, dentalCase.id, stl(5, 1), 'upper.stl');
  await upload(author, dentalCase.id, stl(5, 9), 'lower.stl');
  await upload(recipient, dentalCase.id, stl(5, 2), 'upper.stl');
  const third = (await upload(author, dentalCase.id, stl(6, 3), 'upper.stl')).json();
  expect(third).toMatchObject({ version: 3, size: stl(6).length });

  const files = await listed(author, dentalCase.id);
  expect(files.map(({ filename, version }) => [filename, version])).toEqual([
    ['lower.stl', 1],
    ['upper.stl', 3],
  ]);
  expect(await fileCount(dentalCase.id)).toBe(2);
  const upper = files[1];
  expect(upper?.earlier).toMatchObject([
    { version: 2, uploader: false, del_enabled: false, sha256: sha256(stl(5, 2)) },
    { version: 1, uploader: true, del_enabled: true, sha256: sha256(stl(5, 1)) },
  ]);
  for (const version of upper ? [upper, ...upper.earlier] : []) {
    const reply = await recipient.get(`/v1/files/${version.id}/download/`);
    expect(sha256(reply.rawPayload)).toBe(version.sha256);
  }
  const detail = (await author.get(`/v1/cases/${dentalCase.id}/all/`)).json();
  expect(besideLight(detail.files)).toEqual(besideLight(files));
});

test('deleting removes one version; its number is not reused', async () => {
  const dentalCase = await createCase(t.services);
  const author = await t.as(dentalCase.author);
  const other = await t.as(dentalCase.recipient);
  const ids: number[] = [];
  for (const n of [1, 2, 3]) {
    ids.push((await upload(author, dentalCase.id, stl(5, n), 'upper.stl')).json().id);
  }
  expect((await other.delete(`/v1/files/${ids[0]}/remove/`)).statusCode).toBe(403);
  expect((await author.delete(`/v1/files/${ids[2]}/remove/`)).statusCode).toBe(200);
  expect(await fileCount(dentalCase.id)).toBe(1);
  const [left] = await listed(author, dentalCase.id);
  expect([left?.id, left?.version, left?.earlier.map(({ version }) => version)]).toEqual([ids[1], 2, [1]]);
  expect((await upload(author, dentalCase.id, stl(5, 4), 'upper.stl')).json().version).toBe(4);
  for (const { id } of [...(await listed(author, dentalCase.id))].flatMap((file) => [file, ...file.earlier]))
    await author.delete(`/v1/files/${id}/remove/`);
  expect(await listed(author, dentalCase.id)).toEqual([]);
  expect(await fileCount(dentalCase.id)).toBe(0);
});

test('bytes resent after a lost answer are not added twice', async () => {
  const dentalCase = await createCase(t.services);
  const author = await t.as(dentalCase.author);
  const first = (await upload(author, dentalCase.id, stl(5), 'upper.stl')).json();
  const again = (await upload(author, dentalCase.id, stl(5), 'upper.stl')).json();
  expect(besideLight([again])).toEqual(besideLight([first]));
  const atOnce = await Promise.all([1, 2, 3].map(() => upload(author, dentalCase.id, stl(7), 'two.stl')));
  expect(new Set(atOnce.map((reply) => reply.json().id)).size).toBe(1);
  const folder = join(t.services.config.dataDir, 'files', 'cases', String(dentalCase.id));
  await expect.poll(() => readdir(folder), { timeout: 15_000 }).toHaveLength(2);
  expect((await author.get(`/v1/files/${first.id}/download/`)).statusCode).toBe(200);
});

test('bytes resent before the announcement are the same file, even if another person sent a version in between', async () => {
  const dentalCase = await createCase(t.services);
  const [author, recipient] = [await t.as(dentalCase.author), await t.as(dentalCase.recipient)];
  const first = (await upload(author, dentalCase.id, stl(5, 1), 'upper.stl')).json();
  await upload(recipient, dentalCase.id, stl(5, 2), 'upper.stl');
  const retried = (await upload(author, dentalCase.id, stl(5, 1), 'upper.stl')).json();
  expect(retried.id).toBe(first.id);
  const [upper] = await listed(author, dentalCase.id);
  expect([upper?.version, upper?.earlier.length]).toEqual([2, 1]);
  await author.put(`/v1/cases/${dentalCase.id}/files/upload-done/`, {});
  expect((await upload(author, dentalCase.id, stl(5, 1), 'upper.stl')).json().version).toBe(3);
});

test('the same bytes by another person, under another name or over a newer version are a separate file', async () => {
  const dentalCase = await createCase(t.services);
  const author = await t.as(dentalCase.author);
  const send = async (client: Client, seed: number, name: string) =>
    (await upload(client, dentalCase.id, stl(5, seed), name)).json().version;
  expect(await send(author, 1, 'upper.stl')).toBe(1);
  expect(await send(author, 1, 'Upper.stl')).toBe(1);
  expect(await send(await t.as(dentalCase.recipient), 1, 'upper.stl')).toBe(2);
  expect(await send(author, 2, 'upper.stl')).toBe(3);
  expect(await send(author, 1, 'upper.stl')).toBe(4);
  expect(await listed(author, dentalCase.id)).toHaveLength(2);
});
