import type { CaseFile } from '@cusp/contract/cases';
import type { HistoryEntry } from '@cusp/contract/history';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writeStl } from '@cusp/fixtures/write-mesh';
import { describe, expect, test } from 'vitest';
import { caseWithFile, filesOfCase as listed } from '../../testing/case-with-file.ts';
import type { Client } from '../../testing/test-app.ts';
import { auditOf, eventsOf, ids, openTwoSides } from '../../testing/two-sides.ts';
import { png, stl, upload } from '../../testing/uploads.ts';
import { makeLightCopy } from '../light-copies/make-light-copy.ts';

const sides = await openTwoSides();
const { t, people } = sides;
const caseWith = caseWithFile(sides);

const say = (client: Client, id: number, unit: unknown) => client.put(`/v1/files/${id}/unit/`, { unit });

describe('setting the unit of a scan is refused', () => {
  test('setting the unit: 401 for guests, 404 for strangers and the recipient of a draft, 409 on a closed case', async () => {
    const { id } = await caseWith(stl(3), 'upper.stl');
    expect((await say(t.nobody, id, 'inch')).statusCode).toBe(401);
    for (const other of [people.stranger, people.partner])
      expect((await say(await t.as(other), id, 'inch')).statusCode).toBe(404);
    const draft = await caseWith(stl(3), 'upper.stl', { draft: true });
    expect((await say(await t.as(people.recipient), draft.id, 'inch')).statusCode).toBe(404);
    const closed = await caseWith(stl(3), 'upper.stl', { status: 'CLSD' });
    const reply = await say(closed.author, closed.id, 'inch');
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'case_closed']);
  });

  test.each([
    ['upper.stl', 'mile'],
    ['upper.stl', 25.4],
    ['upper.stl', undefined],
    ['front.png', 'inch'],
    ['36-margin.xyz', 'inch'],
  ])('setting the unit of %s as %j is refused', async (filename, unit) => {
    const bytes = { png: png(), xyz: Buffer.from('1 2 3\n4 5 6\n7 8 9\n'), stl: stl(3) };
    const { id, author, caseId } = await caseWith(bytes[filename.slice(-3) as keyof typeof bytes], filename);
    expect((await say(author, id, unit)).statusCode).toBe(400);
    expect(await eventsOf(t, caseId)).toEqual([]);
  });

  test('setting the unit of a deleted file is refused', async () => {
    const { id, author } = await caseWith(stl(3), 'upper.stl');
    await author.delete(`/v1/files/${id}/remove/`);
    expect((await say(author, id, 'inch')).statusCode).toBe(404);
  });
});

test('either side sets the unit, both see it at once, also behind a link, and can remove it', async () => {
  const { id, caseId, author } = await caseWith(stl(3), 'upper.stl');
  const link = await author.post(`/v1/cases/${caseId}/share/`, {
    key: crypto.randomUUID(),
    recipient: 'Dr. Guest',
    days: 7,
    allows_download: false,
  });
  const reply = await say(await t.as(people.recipientMate), id, 'inch');
  expect(reply.json()).toEqual({ scan: { role: 'jaw', jaw: 'upper', by: 'name', unit: 'inch' } });
  expect((await say(author, id, 'inch')).statusCode).toBe(200);
  expect((await listed(author, caseId))[0]?.scan).toMatchObject({ unit: 'inch', is_editable: true });

  const events = (await eventsOf(t, caseId)).filter(({ name }) => name === 'file_unit_set');
  const { author: ada, authorMate, recipient, recipientMate } = people;
  expect(events.map(({ ids: about }) => about)).toEqual([{ file: id }]);
  expect([...(events[0]?.audience ?? [])].sort((a, b) => a - b)).toEqual(
    ids(ada, authorMate, recipient, recipientMate),
  );
  expect((await auditOf(t, caseId)).filter(({ action }) => action === 'file_unit_set')).toMatchObject([
    { user_id: recipientMate.id, object_id: id, detail: { unit: 'inch' } },
  ]);
  const { entries } = (await author.get(`/v1/cases/${caseId}/history/`)).json<{ entries: HistoryEntry[] }>();
  expect(entries[0]).toMatchObject({ action: 'file_unit_set', files: [{ id, filename: 'upper.stl' }] });

  const { token } = link.json<{ token: string }>();
  const shared = (await t.nobody.get(`/v1/share/case/?data=${token}`)).json<{ files: CaseFile[] }>();
  expect(shared.files[0]?.scan).toMatchObject({ unit: 'inch' });

  expect((await say(author, id, null)).json().scan).not.toHaveProperty('unit');
  expect((await say(author, id, null)).statusCode).toBe(200);
  expect((await listed(author, caseId))[0]?.scan).not.toHaveProperty('unit');
});

test('mm is a valid unit, confirming that the scan is right', async () => {
  const { id, caseId, author } = await caseWith(stl(3), 'upper.stl');
  await say(author, id, 'mm');
  expect((await listed(author, caseId))[0]?.scan).toMatchObject({ unit: 'mm' });
});

test('the unit applies to one version, because the next may come from another program', async () => {
  const { id, caseId, author } = await caseWith(stl(3), 'upper.stl');
  await say(author, id, 'inch');
  await upload(author, caseId, stl(3, 2), 'upper.stl');
  const [newest] = await listed(author, caseId);
  expect(newest?.scan).not.toHaveProperty('unit');
  expect(newest?.earlier[0]?.scan).toMatchObject({ unit: 'inch' });
});

test('the unit set in a draft emits no event, and applies when the draft is sent', async () => {
  const { id, caseId, author } = await caseWith(stl(3), 'upper.stl', { draft: true });
  await say(author, id, 'cm');
  expect(await eventsOf(t, caseId)).toEqual([]);
  expect((await listed(author, caseId))[0]?.scan).toMatchObject({ unit: 'cm' });
});

test('a jaw in inches with a neutral name is recognised once its unit is set', async () => {
  const arch = generateJaw({ jaw: 'upper', seed: 1, triangles: 30_000, prepared: [] }).mesh;
  for (let i = 0; i < arch.positions.length; i++) arch.positions[i] = (arch.positions[i] as number) / 25.4;
  const { id, caseId, author } = await caseWith(writeStl(arch), 'export 0815.stl');
  await makeLightCopy(t.services, id);
  expect((await listed(author, caseId))[0]?.scan).toMatchObject({ role: 'unknown' });
  await say(author, id, 'inch');
  expect((await listed(author, caseId))[0]?.scan).toMatchObject({ role: 'jaw', by: 'shape', unit: 'inch' });
});
