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

const say = (client: Client, id: number, scan: unknown) => client.put(`/v1/files/${id}/scan/`, { scan });
const lower = { role: 'jaw', jaw: 'lower', tooth: null };

describe('setting what a scan shows is refused', () => {
  test('setting a scan: 401 for guests, 404 for strangers and the recipient of a draft, 409 on a closed case', async () => {
    const { id } = await caseWith(stl(3), 'scan.stl');
    expect((await say(t.nobody, id, lower)).statusCode).toBe(401);
    for (const other of [people.stranger, people.partner])
      expect((await say(await t.as(other), id, lower)).statusCode).toBe(404);
    const draft = await caseWith(stl(3), 'scan.stl', { draft: true });
    expect((await say(await t.as(people.recipient), draft.id, lower)).statusCode).toBe(404);
    const closed = await caseWith(stl(3), 'scan.stl', { status: 'CLSD' });
    const reply = await say(closed.author, closed.id, lower);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'case_closed']);
    expect((await listed(closed.author, closed.caseId))[0]?.scan).toMatchObject({ is_editable: false });
  });

  test.each([
    ['scan.stl', { ...lower, role: 'crown' }],
    ['scan.stl', { ...lower, jaw: 'left' }],
    ['scan.stl', { role: 'margin', jaw: null, tooth: 36 }],
    ['scan.stl', { ...lower, tooth: 36 }],
    ['scan.stl', { role: 'waxup', jaw: 'upper', tooth: 36 }],
    ['scan.stl', { role: 'waxup', jaw: null, tooth: 99 }],
    ['scan.stl', undefined],
    ['front.png', lower],
    ['front.png', null],
  ])('setting a scan of %s as %j is refused', async (filename, scan) => {
    const { id, author, caseId } = await caseWith(filename === 'front.png' ? png() : stl(3), filename);
    expect((await say(author, id, scan)).statusCode).toBe(400);
    expect(await eventsOf(t, caseId)).toEqual([]);
  });

  test('setting a scan of a deleted file is refused', async () => {
    const { id, author } = await caseWith(stl(3), 'scan.stl');
    await author.delete(`/v1/files/${id}/remove/`);
    expect((await say(author, id, lower)).statusCode).toBe(404);
  });
});

test('either side sets a scan, all see it with one event, for this and later versions; it can be removed', async () => {
  const { id, caseId, author } = await caseWith(stl(3), 'scan.stl');
  expect((await listed(author, caseId))[0]?.scan).toEqual({ role: 'unknown', by: 'name', is_editable: true });
  const reply = await say(await t.as(people.recipientMate), id, lower);
  expect(reply.json()).toEqual({ scan: { role: 'jaw', jaw: 'lower', by: 'person' } });
  expect((await say(author, id, lower)).statusCode).toBe(200);

  const events = await eventsOf(t, caseId);
  expect(events.map(({ name, ids: about }) => [name, about])).toEqual([['file_classified', { file: id }]]);
  const { author: ada, authorMate, recipient, recipientMate } = people;
  expect([...(events[0]?.audience ?? [])].sort((a, b) => a - b)).toEqual(
    ids(ada, authorMate, recipient, recipientMate),
  );
  expect((await auditOf(t, caseId)).filter(({ action }) => action === 'file_classified')).toMatchObject([
    { user_id: recipientMate.id, object_id: id, detail: { role: 'jaw', jaw: 'lower' } },
  ]);
  const { entries } = (await author.get(`/v1/cases/${caseId}/history/`)).json<{ entries: HistoryEntry[] }>();
  expect(entries[0]).toMatchObject({
    action: 'file_classified',
    person: { name: 'Ron Mate' },
    files: [{ id, filename: 'scan.stl' }],
  });

  const second = (await upload(author, caseId, stl(3, 2), 'scan.stl')).json<CaseFile>();
  expect(second.scan).toEqual({ role: 'jaw', jaw: 'lower', by: 'person', is_editable: true });
  const [newest] = await listed(await t.as(recipient), caseId);
  expect(newest?.earlier[0]?.scan).toMatchObject({ by: 'person' });
  expect((await say(author, second.id, null)).json()).toEqual({ scan: { role: 'unknown', by: 'name' } });
  expect((await say(author, second.id, null)).statusCode).toBe(200);
  expect(await eventsOf(t, caseId)).toHaveLength(2);
});

test('the jaw of a margin follows its tooth', async () => {
  const { id, author } = await caseWith(Buffer.from('1 2 3\n4 5 6\n7 8 9\n'), 'line.xyz');
  const reply = await say(author, id, { role: 'margin', jaw: null, tooth: 36 });
  expect(reply.json()).toEqual({ scan: { role: 'margin', jaw: 'lower', tooth: 36, by: 'person' } });
});

test('shape is used if the name says nothing, and a person’s setting overrides both', async () => {
  const arch = generateJaw({ jaw: 'upper', seed: 1, triangles: 30_000, prepared: [] }).mesh;
  const silent = await caseWith(writeStl(arch), 'export 0815.stl');
  const telling = await caseWith(writeStl(arch), 'a-bite.stl');
  for (const { id } of [silent, telling]) await makeLightCopy(t.services, id);
  const scanOf = async ({ author, caseId }: typeof silent) => (await listed(author, caseId))[0]?.scan;
  expect(await scanOf(silent)).toEqual({ role: 'jaw', by: 'shape', is_editable: true });
  expect(await scanOf(telling)).toMatchObject({ role: 'bite', by: 'name' });
  await say(silent.author, silent.id, { ...lower, role: 'antagonist' });
  expect(await scanOf(silent)).toMatchObject({ role: 'antagonist', jaw: 'lower', by: 'person' });
});

test('settings in a draft apply when it is sent', async () => {
  const { id, author, caseId } = await caseWith(stl(3), 'scan.stl', { draft: true });
  const draft = (await author.get(`/v1/drafts/${caseId}/`)).json<{ version: number }>();
  const missing = async () =>
    (await author.post(`/v1/drafts/${caseId}/send/`, { version: draft.version })).json<{
      missing: string[];
    }>().missing;
  expect(await missing()).toContain('scans:upper,lower');
  await say(author, id, lower);
  expect(await missing()).toContain('scans:upper');
  expect(await eventsOf(t, caseId)).toEqual([]);
});
