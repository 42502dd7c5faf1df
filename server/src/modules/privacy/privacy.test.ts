import type { AccessEntry, OpenLink } from '@cusp/contract/privacy';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditRow } from '../../platform/audit/audit.ts';
import { connect } from '../../platform/db/database.ts';
import { internalActor } from '../../platform/http/actor.ts';
import { removeAs } from '../../testing/deletions.ts';
import { wish } from '../../testing/sharing.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

/** More than two batches of an export. */
const ENTRIES = 4001;

interface Log {
  entries: AccessEntry[];
  next: string | null;
  people: { id: number; name: string }[];
  is_cut: boolean;
}
const logOf = async (person: { id: number }, query = ''): Promise<Log> => {
  const reply = await (await t.as(person)).get(`/v1/privacy/accesses/?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const linesOf = ({ entries }: Log) =>
  entries.map(({ action, person, case: about }) => [action, person?.id ?? null, about?.id ?? null]);

const count = async (action: string) =>
  (await db.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length;

/** Reads are written after the reply. */
const settle = (action: string, least: number) =>
  expect.poll(() => count(action), { interval: 10 }).toBeGreaterThanOrEqual(least);

let listed = 0;
let read = 0;
beforeEach(async () => {
  listed = await count('cases_listed');
  read = await count('case_read');
});

describe('the access log is refused', () => {
  test('401 for guests and 403 for members of somebody else’s group, exports and links too', async () => {
    for (const path of ['accesses/', 'accesses/export/?format=csv', 'links/']) {
      expect((await t.nobody.get(`/v1/privacy/${path}`)).statusCode).toBe(401);
      const member = await (await t.as(people.authorMate)).get(`/v1/privacy/${path}`);
      expect([member.statusCode, member.json().code]).toEqual([403, 'privacy_owner_only']);
    }
  });

  test('no data of other practices is shown by search, by id of a person or in an export', async () => {
    const { id } = await newCase({ patient_last: 'Unseeable' });
    await (await t.as(people.author)).get(`/v1/cases/${id}/content/`);
    await settle('case_read', read + 1);
    for (const query of [
      'search=Unseeable',
      `person=${people.author.id}`,
      `person=${people.author.id}&search=Unseeable`,
      '',
    ])
      expect((await logOf(people.stranger, query)).entries).toEqual([]);
    const file = await (await t.as(people.stranger)).get('/v1/privacy/accesses/export/?format=json');
    expect(file.json()).toEqual([]);
  });

  test('a search with a control character is 400 and names the field, in exports and before an erasure too', async () => {
    for (const path of [
      'accesses/?',
      'accesses/export/?format=csv&',
      'accesses/export/?format=json&',
      'patient/?',
    ]) {
      const reply = await (await t.as(people.author)).get(`/v1/privacy/${path}search=a%00b`);
      expect(reply.json(), path).toMatchObject({ code: 'invalid_input', errors: [{ field: 'search' }] });
    }
  });

  test('names that a spreadsheet would run as formulas begin with an apostrophe in an export', async () => {
    const signs = [...'=+-@＝＋－＠'];
    for (const sign of signs) {
      const { id } = await newCase({ patient_first: '', patient_last: `${sign}1+1"` });
      await (await t.as(people.author)).get(`/v1/cases/${id}/content/`);
    }
    await settle('case_read', read + signs.length);
    const file = await (await t.as(people.author)).get('/v1/privacy/accesses/export/?format=csv');
    for (const sign of signs) expect(file.body).toContain(`,"'${sign}1+1""",`);
  });

  test('an export whose first entries cannot be read is an error without a file name, and not audited', async () => {
    const exported = () =>
      db.selectFrom('audit_log').select('id').where('action', '=', 'access_log_exported').execute();
    const before = await exported();
    // Reads that are being written would be lost or written late.
    await t.app.readLog.settled();
    const owner = connect(t.urls.owner, 1);
    try {
      await sql`revoke select on audit_log from cusp_app`.execute(owner.db);
      for (const format of ['csv', 'json']) {
        const reply = await (await t.as(people.author)).get(`/v1/privacy/accesses/export/?format=${format}`);
        expect([reply.statusCode, reply.json().code]).toEqual([500, 'internal']);
        expect(reply.headers['content-disposition']).toBeUndefined();
      }
    } finally {
      await sql`grant select on audit_log to cusp_app`.execute(owner.db);
      await owner.db.destroy();
    }
    expect(await exported()).toEqual(before);
  });

  test('a malformed place, day or person is 400', async () => {
    for (const query of ['before=1', 'from=2026-13-01', 'person=x'])
      expect((await (await t.as(people.author)).get(`/v1/privacy/accesses/?${query}`)).statusCode).toBe(400);
  });
});

test('an owner sees what everybody of the group opened, from where, latest first', async () => {
  const { id, no } = await newCase({ patient_first: 'Zoë', patient_last: '김' });
  await (await t.as(people.author)).get(`/v1/cases/${id}/content/`);
  await settle('case_read', read + 1);
  await (await t.as(people.authorMate)).get(`/v1/cases/${id}/content/`);
  await settle('case_read', read + 2);
  const log = await logOf(people.author);
  expect(linesOf(log)).toEqual([
    ['opened', people.authorMate.id, id],
    ['opened', people.author.id, id],
  ]);
  expect(log.entries[0]).toMatchObject({ ip: '127.0.0.1', is_own: true, case: { no, patient: 'Zoë 김' } });
  expect(log.people.map((person) => person.id).sort()).toEqual(
    [people.author.id, people.authorMate.id].sort(),
  );
  const one = await logOf(people.author, `person=${people.author.id}`);
  expect(linesOf(one)).toEqual([['opened', people.author.id, id]]);
});

test('the form that edits an order, its comments and history, and the search before an erasure are in it', async () => {
  const { id } = await newCase({ patient_last: 'Formread' });
  const [author, stranger] = [await t.as(people.author), await t.as(people.stranger)];
  const searched = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'cases_searched')
    .execute();
  for (const path of [`/v1/cases/${id}/order/`, '/v1/privacy/patient/?search=formread']) {
    await stranger.get(path);
    expect((await author.get(path)).statusCode).toBe(200);
  }
  const mate = await t.as(people.authorMate);
  for (const part of ['comments', 'history']) await mate.get(`/v1/cases/${id}/${part}/`);
  await settle('case_read', read + 1);
  await settle('cases_listed', listed + 1);
  await settle('cases_searched', searched.length + 1);
  const log = await logOf(people.author, 'search=formread');
  expect(linesOf(log).toSorted()).toEqual([
    ['listed', people.authorMate.id, id],
    ['opened', people.author.id, id],
    ['searched', people.author.id, id],
  ]);
});

test('a search for a patient also shows the other side and links, without the other side’s address', async () => {
  const { id } = await newCase({ patient_last: 'Searchable' });
  const other = await newCase();
  await (await t.as(people.author)).get(`/v1/cases/${other.id}/content/`);
  await settle('case_read', read + 1);
  await (await t.as(people.recipient)).get(`/v1/cases/${id}/content/`);
  await settle('case_read', read + 2);
  const { token } = (await (await t.as(people.author)).post(`/v1/cases/${id}/share/`, wish())).json();
  await t.nobody.get(`/v1/share/case/?data=${token}`);
  const log = await logOf(people.author, 'search=searchable');
  expect(linesOf(log)).toEqual([
    ['link_opened', null, id],
    ['shared', people.author.id, id],
    ['opened', people.recipient.id, id],
  ]);
  expect(log.entries.map(({ ip, recipient }) => [ip, recipient])).toEqual([
    ['127.0.0.1', 'Dr. Far'],
    ['127.0.0.1', 'Dr. Far'],
    [null, null],
  ]);
  const theirs = await logOf(people.recipient, 'search=searchable');
  expect(theirs.entries.map(({ recipient }) => recipient)).toEqual([null, null, null]);
});

test('lists and searches that show patients are recorded once in ten minutes, and found by patient', async () => {
  const { id } = await newCase({ patient_last: 'Listed' });
  const client = await t.as(people.author);
  await client.get('/v1/cases/');
  await settle('cases_listed', listed + 1);
  await client.get('/v1/cases/');
  await client.get('/v1/cases/?search=Listed');
  await settle('cases_searched', 1);
  await client.get('/v1/dashboard/cases/needs/');
  const log = await logOf(people.author);
  expect(log.entries.filter(({ action }) => action !== 'listed').map(({ action }) => action)).toEqual([
    'searched',
  ]);
  expect(log.entries.at(-1)).toMatchObject({ action: 'listed', case: null, case_count: 1 });
  const found = await logOf(people.author, 'search=Listed');
  expect(found.entries.at(-1)).toMatchObject({ action: 'listed', case: { id } });
  // Names of files without opening the case.
  const { id: other } = await newCase({ patient_last: 'Filed' });
  await client.get(`/v1/cases/${other}/files/`);
  await settle('cases_listed', listed + 2);
  const { entries } = await logOf(people.author, 'search=Filed');
  expect(entries).toMatchObject([{ action: 'listed', case: { id: other } }]);
});

test('pages follow each other without gaps or repeats, and the export has them all', async () => {
  const { id } = await newCase({ patient_first: '=HYPERLINK("x")', patient_last: 'Pages' });
  const at = Date.now() - 120_000;
  // Several entries at the same moment.
  const rows = Array.from({ length: 120 }, (_, n) => ({
    ...auditRow(
      { ...internalActor(n % 2 ? people.author.id : people.authorMate.id), ip: '192.0.2.1' },
      {
        action: 'file_read' as const,
        caseId: id,
      },
    ),
    at: new Date(at + Math.floor(n / 7) * 1000),
  }));
  await db.insertInto('audit_log').values(rows).execute();
  const seen: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: Log = await logOf(people.author, next && `before=${next}`);
    seen.push(...page.entries.map((entry) => entry.id));
    next = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  const client = await t.as(people.author);
  const json = (await client.get('/v1/privacy/accesses/export/?format=json')).json<AccessEntry[]>();
  expect(json.map((entry) => entry.id)).toEqual(seen);
  const csv = await client.get('/v1/privacy/accesses/export/?format=csv&search=Pages');
  expect(csv.headers['content-disposition']).toContain('access-log.csv');
  const lines = csv.body.trim().split('\r\n');
  expect(lines).toHaveLength(121);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"") Pages"`);
});

test('the export has every entry, over several batches', async () => {
  const { id } = await newCase({ patient_last: 'Batches' });
  await sql`
    insert into audit_log (at, user_id, action, case_id)
    select now() - make_interval(secs => n / 3), ${people.author.id}::bigint, 'file_read', ${id}::bigint
    from generate_series(1, ${ENTRIES}::int) as n
  `.execute(db);
  const client = await t.as(people.author);
  const json = await client.get('/v1/privacy/accesses/export/?format=json&search=Batches');
  expect(new Set(json.json<AccessEntry[]>().map((entry) => entry.id)).size).toBe(ENTRIES);
});

test('days are those of the reader’s time zone, both included', async () => {
  const { id } = await newCase();
  const at = new Date('2026-11-20T23:30:00Z');
  await db
    .insertInto('audit_log')
    .values({ ...auditRow(internalActor(people.author.id), { action: 'case_read', caseId: id }), at })
    .execute();
  const count = async (query: string) => (await logOf(people.author, query)).entries.length;
  expect(await count('from=2026-11-21&to=2026-11-21&zone=Asia/Seoul')).toBe(1);
  expect(await count('from=2026-11-20&to=2026-11-20&zone=UTC')).toBe(1);
  expect(await count('from=2026-11-21&to=2026-11-21&zone=UTC')).toBe(0);
});

test('after the practice deleted its copy the log names the number, not the patient or files', async () => {
  const { id, no } = await newCase({ patient_last: 'Gone' });
  const client = await t.as(people.author);
  await upload(client, id, png(), 'Gone.png');
  await client.get(`/v1/cases/${id}/content/`);
  await settle('case_read', read + 1);
  await removeAs(t, people.author, [id]);
  const log = await logOf(people.author);
  expect(log.entries.find(({ action }) => action === 'opened')?.case).toEqual({ id, no, patient: '' });
  expect(JSON.stringify(log)).not.toContain('Gone');
});

describe('open links', () => {
  const linksOf = async (person: { id: number }) =>
    (await (await t.as(person)).get('/v1/privacy/links/')).json<{ links: OpenLink[]; next: number | null }>();

  test('an owner sees the links of the group until they are revoked, end or lose their case', async () => {
    const [first, second] = [await newCase({ patient_last: 'Linked' }), await newCase()];
    const mate = await t.as(people.authorMate);
    const made = (await mate.post(`/v1/cases/${first.id}/share/`, wish())).json();
    await mate.post(`/v1/cases/${second.id}/share/`, wish());
    await (await t.as(people.recipient)).post(`/v1/cases/${first.id}/share/`, wish());
    const { links } = await linksOf(people.author);
    expect(links.map((link) => link.case.id)).toEqual([second.id, first.id]);
    expect(links[1]).toMatchObject({
      maker: 'Amy Mate',
      recipient: 'Dr. Far',
      case: { patient: 'Jo Linked' },
    });
    expect((await (await t.as(people.author)).put(`/v1/share/${made.share.id}/revoke/`)).statusCode).toBe(
      200,
    );
    await removeAs(t, people.author, [second.id]);
    expect((await linksOf(people.author)).links).toEqual([]);
    expect((await linksOf(people.stranger)).links).toEqual([]);
  });
});

test('Korean patients are written family name first in the log, links, holds and the list to erase', async () => {
  const dentalCase = await newCase({ patient_first: '민수', patient_last: '이' });
  const client = await t.as(people.author);
  await client.get(`/v1/cases/${dentalCase.id}/content/`);
  await settle('case_read', read + 1);
  await client.post(`/v1/cases/${dentalCase.id}/share/`, wish());
  await client.post('/v1/privacy/holds/', { no: dentalCase.no, reason: 'Complaint' });
  expect((await logOf(people.author)).entries.map((entry) => entry.case?.patient)).toContain('이민수');
  expect((await client.get('/v1/privacy/links/')).json().links[0].case.patient).toBe('이민수');
  expect((await client.get('/v1/privacy/holds/')).json().holds[0].case.patient).toBe('이민수');
  const found = await client.get(`/v1/privacy/patient/?search=${encodeURIComponent('민수')}`);
  expect(found.json().cases[0].patient).toBe('이민수');
});
