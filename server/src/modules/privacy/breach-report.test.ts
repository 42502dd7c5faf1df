import { randomUUID } from 'node:crypto';
import { API_BASE } from '@cusp/contract/endpoint';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { askedFor, reportText } from '../../breach-report.ts';
import { inTransaction } from '../../platform/work.ts';
import { completeFields } from '../../testing/draft-forms.ts';
import { wish } from '../../testing/sharing.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { runDataExport } from '../data-exports/run-data-export.ts';
import { openSession } from '../identity/sessions.ts';
import { breachReport, type Incident } from './breach-report.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

const ORIGIN = { ip: '192.0.2.1', userAgent: '', requestId: null };

/** Each practice's contact with the numbers of its cases. */
const touchedBy = async (incident: Incident) => {
  const { practices } = await breachReport(t.services, incident);
  return practices.map(({ contact, cases }) => [contact.email, cases.map(({ no }) => no)]);
};
const download = async (person: { id: number }, fileId: number) => {
  const { cookie, request } = await t.as(person);
  const reply = await request('GET', `/v1/files/${fileId}/download/`, undefined, { cookie });
  expect(reply.statusCode).toBe(200);
};

test.each([
  [[]],
  [['--json']],
  [['--session', '1; drop table audit_log']],
  [['--account', 'ada']],
  [['--file', '-1']],
  [['--from', '2026-11-24T08:00']],
  [['--to', 'yesterday']],
  [['--everything', 'yes']],
  [['ada@cusp.example']],
  [['--address', '203.0.113']],
])('the arguments %j are refused', (args) => {
  expect(askedFor(args)).toBeNull();
});

test('unknown accounts and files are refused, and a report that finds nothing is empty', async () => {
  await expect(breachReport(t.services, { account: 'nobody@cusp.example' })).rejects.toThrow('Nobody has');
  await expect(breachReport(t.services, { file: 987654321 })).rejects.toThrow('There is no file');
  await expect(breachReport(t.services, {})).rejects.toThrow('Say what is known');
  const report = await breachReport(t.services, { address: '203.0.113.9' });
  expect(report).toEqual({ entries: 0, accounts: [], former: [], practices: [] });
});

test('an account touched the cases that it opened, downloaded or exported, of the practices of both sides', async () => {
  const [opened, exported, other] = [await newCase(), await newCase(), await newCase()];
  const { id: fileId } = (await upload(await t.as(people.author), opened.id, png(), 'photo.png')).json();
  await download(people.authorMate, fileId);
  const from = new Date();
  const owner = await t.as(people.author);
  const { id } = (await owner.post('/v1/privacy/exports/', { scope: 'case', no: exported.no })).json();
  await runDataExport(t.services, id);
  const packed = new Date();
  await owner.request('GET', `/v1/privacy/exports/${id}/file/`, undefined, { cookie: owner.cookie });

  const both = (...nos: string[]) => [
    [people.author.email, nos],
    [people.recipient.email, nos],
  ];
  expect(await touchedBy({ account: people.authorMate.email.toUpperCase() })).toEqual(both(opened.no));
  expect(await touchedBy({ account: people.author.email, from })).toEqual(both(exported.no));
  // Exported earlier, and fetched in that time.
  expect(await touchedBy({ account: people.author.email, from: packed })).toEqual(both(exported.no));
  expect(await touchedBy({ account: people.author.email, to: from })).toEqual([]);
  const { rows } = await sql<{ session: string }>`
    select session_id::text as session from audit_log where user_id = ${people.authorMate.id} and session_id is not null
  `.execute(t.services.db);
  const session = rows[0]?.session ?? '';
  expect(await touchedBy({ session })).toEqual(both(opened.no));
  const report = await breachReport(t.services, { session });
  expect(report.accounts).toMatchObject([{ email: people.authorMate.email, sessions: [session] }]);
  const text = reportText(report).join('\n');
  expect(text).toContain('Cases: 1. Practices: 2.');
  expect(text).not.toContain(other.no);
});

test('a stolen session touched what its owner saw at the same time in another one, or from another address', async () => {
  const { id, no } = await newCase();
  const open = () =>
    inTransaction(t.services, ORIGIN, (work) => openSession(work, people.partner.id, 'customer'));
  await db.updateTable('dental_case').set({ recipient_id: people.partner.id }).where('id', '=', id).execute();
  const [owner, thief] = [await open(), await open()];
  const read = async ({ access }: { access: string }, remoteAddress: string, ...parts: string[]) => {
    for (const part of parts) {
      const headers = { authorization: `Bearer ${access}` };
      const reply = await t.app.inject({ url: `${API_BASE}/v1/cases/${part}`, headers, remoteAddress });
      expect(reply.statusCode, reply.body).toBe(200);
    }
    await t.app.readLog.settled();
  };
  const found = async (incident: Incident) => {
    const { practices } = await breachReport(t.services, incident);
    return practices[0]?.cases.map((each) => [each.no, each.actions, each.entries]);
  };
  const everything = ['', `${id}/content/`, `${id}/comments/`];
  await read(owner, '192.0.2.1', ...everything, ...everything);
  await read(thief, '192.0.2.1', '', `${id}/comments/`);
  expect(await found({ session: owner.sessionId })).toEqual([[no, ['case_read', 'cases_listed'], 2]]);
  expect(await found({ session: thief.sessionId })).toEqual([[no, ['cases_listed'], 1]]);
  await read(owner, '192.0.2.99', `${id}/comments/`);
  expect(await found({ address: '192.0.2.99' })).toEqual([[no, ['cases_listed'], 1]]);
  // In each spelling by the operator or the socket.
  await read(owner, '::ffff:192.0.2.98', `${id}/comments/`);
  for (const address of ['192.0.2.98', '::FFFF:192.0.2.98', '::ffff:c000:262'])
    expect(await found({ address }), address).toEqual([[no, ['cases_listed'], 1]]);
  await read(owner, '2001:db8::98', `${id}/comments/`);
  expect(await found({ address: '2001:0DB8:0:0::98' })).toEqual([[no, ['cases_listed'], 1]]);
});

test('reading the access log, its export, the links, the holds or the drafts counts as access to the cases named there', async () => {
  const { id, no } = await newCase();
  const [lab, mate] = [await t.as(people.recipient), await t.as(people.recipientMate)];
  await lab.post(`/v1/cases/${id}/share/`, wish());
  expect((await lab.post('/v1/privacy/holds/', { no, reason: 'x' })).statusCode).toBe(200);
  const fields = completeFields(people.author.id);
  const draft = (await lab.post('/v1/drafts/', { key: randomUUID(), fields })).json();
  expect(draft.no, JSON.stringify(draft)).toBeTruthy();
  await mate.get(`/v1/cases/${id}/content/`);
  await t.app.readLog.settled();
  for (const [path, number, contacts] of [
    ['privacy/accesses/', no, [people.author.email, people.recipient.email]],
    ['privacy/accesses/export/?format=csv', no, [people.author.email, people.recipient.email]],
    ['privacy/links/', no, [people.author.email, people.recipient.email]],
    ['privacy/holds/', no, [people.author.email, people.recipient.email]],
    ['drafts/', draft.no, [people.recipient.email]],
    [`drafts/${draft.id}/`, draft.no, [people.recipient.email]],
  ] as const) {
    const { access, sessionId: session } = await inTransaction(t.services, ORIGIN, (work) =>
      openSession(work, people.recipient.id, 'customer'),
    );
    const headers = { authorization: `Bearer ${access}` };
    expect((await t.app.inject({ url: `${API_BASE}/v1/${path}`, headers })).statusCode, path).toBe(200);
    await t.app.readLog.settled();
    const touched = (await touchedBy({ session })).filter(([, nos]) => nos?.includes(number));
    expect(
      touched.map(([email]) => email),
      path,
    ).toEqual(contacts);
  }
});

test('duplicating a case touches it, because the draft has its patient; so does the list of its links', async () => {
  const { id, no } = await newCase();
  for (const [method, path] of [
    ['POST', 'duplicate/'],
    ['GET', 'shares/'],
  ] as const) {
    const { access, sessionId: session } = await inTransaction(t.services, ORIGIN, (work) =>
      openSession(work, people.authorMate.id, 'customer'),
    );
    const reply = await t.app.inject({
      method,
      url: `${API_BASE}/v1/cases/${id}/${path}`,
      headers: { authorization: `Bearer ${access}` },
      ...(method === 'POST' ? { payload: { key: randomUUID() } } : {}),
    });
    expect(reply.statusCode, reply.body).toBe(200);
    await t.app.readLog.settled();
    expect(await touchedBy({ session }), path).toEqual([
      [people.author.email, [no]],
      [people.recipient.email, [no]],
    ]);
  }
});

test('a file is traced to everybody who took it, alone, with all files, by a link or in an export', async () => {
  const { id: caseId, no } = await newCase();
  const { id: file } = (await upload(await t.as(people.author), caseId, png(), 'photo.png')).json();
  await download(people.recipientMate, file);
  const lab = await t.as(people.recipient);
  const { id } = (await lab.post('/v1/privacy/exports/', { scope: 'case', no })).json();
  await runDataExport(t.services, id);
  await (await t.as(people.author)).post(`/v1/cases/${caseId}/share/`, wish());
  const report = await breachReport(t.services, { file });
  expect(report.accounts.map(({ email }) => email).sort()).toEqual(
    [people.recipient.email, people.recipientMate.email].sort(),
  );
  expect(report.practices.map(({ cases }) => cases[0]?.actions)).toEqual([
    ['case_exported', 'file_downloaded'],
    ['case_exported', 'file_downloaded'],
  ]);
});
