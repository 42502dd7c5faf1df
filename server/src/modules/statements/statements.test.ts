import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { removeAs, removeForSideOf } from '../../testing/deletions.ts';
import { createUser } from '../../testing/factories.ts';
import { held } from '../../testing/held.ts';
import { orderFields } from '../../testing/order-edits.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { createStatement, STATEMENT_FIELDS } from '../../testing/statements.ts';
import { auditOf, eventsOf, openFreshSides } from '../../testing/two-sides.ts';
import { purgeCase } from '../purge/purge-case.ts';
import { tidyStatements } from './statements.sql.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;

type Person = { id: number };
const issue = async (person: Person, caseId: number, more: object = {}) =>
  (await t.as(person)).post(`/v1/cases/${caseId}/statements/`, {
    ...STATEMENT_FIELDS,
    key: randomUUID(),
    after: 0,
    zone: 'Europe/Berlin',
    ...more,
  });
const listOf = async (person: Person, caseId: number) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/statements/`)).json();
const fileOf = async (person: Person, id: number, query = '') => {
  const { cookie, request } = await t.as(person);
  return request('GET', `/v1/statements/${id}/file/${query}`, undefined, { cookie });
};

describe('a statement is refused', () => {
  test('a statement is refused to the side that ordered, before the case is completed, and with the patient’s name', async () => {
    const open = await newCase({ status: 'PROC' });
    expect((await issue(people.recipient, open.id)).json().code).toBe('statement_not_completed');
    const { id } = await newCase({
      status: 'COMP',
      patient_first: '민수',
      patient_last: 'Müller-Ost',
    });
    await db.updateTable('dental_case').set({ patient_birth: '1985-03-12' }).where('id', '=', id).execute();
    for (const person of [people.author, people.authorMate])
      expect((await issue(person, id)).json().code).toBe('statement_recipient_only');
    expect((await issue(people.stranger, id)).statusCode).toBe(404);
    for (const named of [
      { patient_code: 'MULLER-OST' },
      { device: 'Crown (müller-ost)' },
      { remarks: '환자 민수님' },
      { exceptions: 'Mrs Mueller is allergic' },
      { substances: 'For M\u200büller' },
      ...['12.3.85', '19850312', '120385', 'B-03/12/1985', '1985년 3월 12일', '85 03 12'].map((date) => ({
        patient_code: date,
      })),
      ...[
        '12th of March 1985',
        'MAR-12-85',
        '12. März 1985',
        '12maerz1985',
        '12 de marzo de 1985',
        '12 mars 1985',
      ].map((remarks) => ({ remarks })),
      ...['12 marca 1985 r.', '12 III 1985', '12 de março de 1985', '12 marzo 1985'].map((remarks) => ({
        remarks,
      })),
      { remarks: 'born 1985-03-12' },
    ]) {
      const reply = await issue(people.recipient, id, named);
      expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, Object.keys(named)[0]]);
    }
    // A word that only contains a name is not the name.
    const { id: short } = await newCase({ status: 'COMP', patient_first: 'Al', patient_last: 'Ost' });
    const key = randomUUID();
    expect((await issue(people.recipient, short, { key, remarks: 'Almost done' })).statusCode).toBe(200);
    const { id: other } = await newCase({
      status: 'COMP',
      patient_first: 'Łucja van der',
      patient_last: '山田 Lima Santos',
    });
    for (const remarks of ['Lucja', 'From Santos', '山田様'])
      expect((await issue(people.recipient, other, { remarks })).statusCode).toBe(400);
    const reused = await issue(people.recipient, other, { key, remarks: 'Crown der Klasse I' });
    expect([reused.statusCode, reused.json().errors[0].field]).toEqual([400, 'key']);
    expect((await issue(people.recipient, other, { remarks: 'x\ud800' })).statusCode).toBe(400);
    const materials = [
      { ...STATEMENT_FIELDS.materials[0], lot: 'A1' },
      { name: '氧化锆', lot: 'B2' },
    ];
    for (const [more, field] of [
      [{ manufacturer: '龍 Lab' }, 'manufacturer'],
      [{ materials }, 'materials.1.name'],
    ] as const) {
      const { code, errors } = (await issue(people.recipient, other, more)).json();
      expect([code, errors[0].field]).toEqual(['statement_letters', field]);
    }
    expect((await issue(people.recipient, id, { patient_code: ' ' })).statusCode).toBe(400);
    expect(await listOf(people.recipient, id)).toEqual({ statements: [], may_issue: true });
    expect((await listOf(people.author, id)).may_issue).toBe(false);
    // Numbers that are not birth dates.
    const numbers = {
      patient_code: '1985031',
      remarks: 'Shade 3, lot 1985, 12 mm; 12 may 1985, 11 March 1985',
    };
    expect((await issue(people.recipient, id, { key: randomUUID(), ...numbers })).statusCode).toBe(200);
  });

  test.each([
    ['Mi-ra', "O'Neill", ['for ONeill', 'oneill', 'Mira', 'Miras', 'O’Neill']],
    ['Anna-Lena', 'Müller-Lüdenscheidt', ['Annalena', 'Muellerluedenscheidt', 'Mullers']],
    ['Chul-soo', 'Kim', ['Chulsoo']],
    ['Jo', 'Li', ['JoLi']],
  ])(
    'a statement is refused for every text that a link leaves out because it names %s %s',
    async (first, last, names) => {
      const { id } = await newCase({ status: 'COMP', patient_first: first, patient_last: last });
      for (const name of names) {
        const remarks = `Contact for ${name} tight`;
        await db.updateTable('dental_case').set({ note: remarks }).where('id', '=', id).execute();
        const links = await (await t.as(people.recipient)).get(`/v1/cases/${id}/shares/`);
        const reply = await issue(people.recipient, id, { remarks });
        expect([links.json().texts_name_patient, reply.json().code], name).toEqual([
          true,
          'statement_names_patient',
        ]);
      }
      expect((await issue(people.recipient, id, { remarks: 'Long contact in a line' })).statusCode).toBe(200);
    },
  );

  test('a statement is refused with a name of the patient from before a correction', async () => {
    const { id } = await newCase({ patient_first: 'Theodora', patient_last: 'Lindqvist' });
    const fields = orderFields({
      patient: { firstname: 'Maria', lastname: 'Groß', sex: null, birthdate: null },
    });
    const edit = { version: 1, proposal: null, as: 'change', fields };
    expect((await (await t.as(people.author)).put(`/v1/cases/${id}/order/`, edit)).statusCode).toBe(200);
    await db.updateTable('dental_case').set({ status: 'COMP' }).where('id', '=', id).execute();
    const reply = await issue(people.recipient, id, { remarks: 'For Lindqvist' });
    expect(reply.json().code).toBe('statement_names_patient');
  });

  test('a statement is not offered where the regulation does not apply', async () => {
    const [author, recipient] = [
      await createUser(t.services, { country: 'US' }),
      await createUser(t.services, { country: 'KR', role: 'Dental Lab' }),
    ];
    const { id } = await newCase({ author, recipient, status: 'COMP' });
    expect((await listOf(recipient, id)).may_issue).toBe(false);
  });
});

test('the form is filled from order and profile, and the same click twice issues one statement', async () => {
  const { id, no } = await newCase({ status: 'COMP' });
  await db.updateTable('app_user').set({ language: 'de' }).where('id', '=', people.recipient.id).execute();
  await db.updateTable('app_user').set({ language: 'ko' }).where('id', '=', people.author.id).execute();
  const lab = await t.as(people.recipient);
  const { after, fields } = (await lab.get(`/v1/cases/${id}/statements/form/`)).json();
  expect(after).toBe(0);
  expect(fields).toMatchObject({
    manufacturer: 'Fine Lab',
    address: 'Deutschland',
    device: no,
    patient_code: no,
    prescriber: 'Ada Author',
    institution: 'Smile Clinic',
  });
  const key = randomUUID();
  const [first, second] = await Promise.all([
    issue(people.recipient, id, { key }),
    issue(people.recipient, id, { key }),
  ]);
  expect([first.statusCode, second.json().id]).toEqual([200, first.json().id]);
  expect(first.json()).toMatchObject({ version: 1, languages: ['de', 'ko'], issued_by: 'Rita Recipient' });
  const years = (json: { issued_date: string; kept_until: string }) =>
    Number(json.kept_until.slice(0, 4)) - Number(json.issued_date.slice(0, 4));
  expect(years(first.json())).toBe(10);

  // A correction is a new version; of two at once, one is refused.
  const next = await Promise.all(
    [1, 2].map(() =>
      issue(people.recipientMate, id, { after: 1, is_implantable: true, patient_code: 'P-2' }),
    ),
  );
  expect(next.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const corrected = next.find(({ statusCode }) => statusCode === 200)?.json();
  expect(years(corrected)).toBe(15);
  const { statements } = await listOf(people.author, id);
  expect(
    statements.map(({ version, is_latest }: { version: number; is_latest: boolean }) => [version, is_latest]),
  ).toEqual([
    [2, true],
    [1, false],
  ]);
  expect((await lab.get(`/v1/cases/${id}/statements/form/`)).json()).toMatchObject({
    after: 2,
    fields: { patient_code: 'P-2', is_implantable: true },
  });
  const issued = (await eventsOf(t, id)).filter(({ name }) => name === 'statement_issued');
  expect(issued).toHaveLength(2);
  expect(issued[0]?.audience).toEqual(expect.arrayContaining([people.author.id, people.recipientMate.id]));
  const actions = (await auditOf(t, id)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'statement_issued')).toHaveLength(2);
});

test('the paper has what Annex XIII asks for, without a name, as a PDF/A with everything in it', async () => {
  const { id } = await newCase({ status: 'COMP', patient_first: 'Zqxfirst', patient_last: 'Zqxlast' });
  // Words of an order from other software, and of a person who wrote the name where a type, a material or a shade
  // belongs.
  await db
    .updateTable('restoration')
    .set({ tooth_text: 'Stump (Zqxlast)', display_name: 'ZQXFIRST' })
    .where('case_id', '=', id)
    .execute();
  const own = {
    type: 'Zqxlast bar',
    tooth_text: '61',
    material: 'Alloy Zqxlast',
    shade: 'Zqxfirst',
    stump_shade: 'Zqxlast',
  };
  await db
    .insertInto('restoration')
    .values({ case_id: id, position: 1, teeth: [21], arch: null, ...own, meant: ['shade_unusual::Zqxfirst'] })
    .execute();
  const { id: statement } = (
    await issue(people.recipient, id, {
      exceptions: '10.2: residual contaminants, because',
      remarks: 'Screw channel 25°',
      sites: 'Second site',
      representative: 'EU Rep GmbH',
    })
  ).json();
  const reply = await fileOf(people.author, statement);
  expect(reply.headers['content-disposition']).toMatch(/attachment.*statement-1\.pdf/);
  const text = (await pdfText(reply.rawPayload)).join('|').replaceAll('|', ' ');
  for (const words of [
    'Statement for a custom-made device',
    'Fine Lab',
    '10115 Berlin',
    'Second site',
    'EU Rep GmbH',
    'P-4711',
    'Ada Author',
    'Smile Clinic',
    'Crown',
    '16',
    'Zirconia',
    'A2',
    'Screw channel 25°',
    'Stump (P-4711)',
    'Teeth (FDI): 21; Teeth: “61”',
    'P-4711 bar',
    'Alloy P-4711',
    'Lot A213B1',
    'exclusive use',
    'Annex I',
    '10.2: residual',
    'at least 10 years',
    'Rita Recipient',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/Zqx/);
  const row = await db
    .selectFrom('device_statement')
    .selectAll()
    .where('id', '=', statement)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row.content)).not.toMatch(/Zqx/);
  // The same bytes each time, even after names and texts change.
  await db
    .updateTable('app_user')
    .set({ institution: 'Renamed' })
    .where('id', '=', people.recipient.id)
    .execute();
  expect((await fileOf(people.recipient, statement)).rawPayload).toEqual(reply.rawPayload);

  const pdf = reply.rawPayload.toString('latin1');
  expect(pdf.slice(0, 8)).toBe('%PDF-1.7');
  expect(pdf).toContain('<pdfaid:part>2</pdfaid:part>');
  expect(pdf).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  expect(pdf).toMatch(/\/OutputIntents \[/);
  expect(pdf).toContain('/GTS_PDFA1');
  expect(pdf).toMatch(/\/ID \[/);
  expect(pdf).not.toMatch(/\/(Encrypt|JavaScript|Launch|EmbeddedFiles|SMask)\b/);
  const fonts = pdf.match(/\/Type \/FontDescriptor/g) ?? [];
  expect(fonts.length).toBeGreaterThan(0);
  expect(pdf.match(/\/FontFile[23]? \d+ 0 R/g)).toHaveLength(fonts.length);
  expect(pdf).not.toMatch(/\/Subtype \/Type1\b/);
  expect(contentStreams(reply.rawPayload)).not.toMatch(/\/Gs\d+ gs/);
});

test('a statement outlives the case: the lab finds and reads it for ten years, the clinic while it sees the case', async () => {
  const { id, no } = await newCase({ status: 'CLSD', prevStatus: 'COMP' });
  const { id: statement } = (await issue(people.recipient, id)).json();
  expect((await fileOf(people.stranger, statement)).json().code).toBe('statement_over');
  expect((await fileOf(people.authorMate, statement)).statusCode).toBe(200);
  await removeAs(t, people.author, [id]);
  expect((await fileOf(people.author, statement)).statusCode).toBe(404);
  await removeForSideOf(t, people.recipient, id);
  await db
    .updateTable('case_deletion')
    .set({ ends_at: new Date(0), outcome: 'final' })
    .execute();
  await purgeCase(t.services, id);
  expect((await fileOf(people.recipientMate, statement)).statusCode).toBe(200);
  const lab = await t.as(people.recipient);
  const kept = async (search: string) =>
    (await lab.get(`/v1/privacy/statements/?${new URLSearchParams({ search })}`)).json();
  for (const search of ['', no, 'p-47'])
    expect((await kept(search)).statements).toMatchObject([{ id: statement, case_no: no }]);
  for (const search of ['%', 'other']) expect((await kept(search)).statements).toEqual([]);
  expect((await (await t.as(people.author)).get('/v1/privacy/statements/')).json().statements).toEqual([]);

  const over = await newCase({ status: 'COMP' });
  const old = await createStatement(t.services, {
    caseId: over.id,
    maker: people.recipient,
    keptUntil: new Date(0),
  });
  await tidyStatements(t.services);
  expect((await fileOf(people.recipient, old.id)).statusCode).toBe(404);
  expect((await fileOf(people.recipient, statement)).statusCode).toBe(200);
});

/** Everything that draws on the pages. */
function contentStreams(pdf: Buffer): string {
  const streams = pdf
    .toString('latin1')
    .matchAll(/\/FlateDecode\r?\n?>>\r?\nstream\r?\n([\s\S]*?)\r?\nendstream/g);
  return [...streams]
    .map(([, packed = '']) => {
      try {
        return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

test('a statement is not issued by somebody who moves to the other region meanwhile', async () => {
  const { id } = await newCase({ status: 'COMP' });
  const { recipientMate } = people;
  await t.as(recipientMate);
  const leaving = await held(
    t,
    sql`update app_user set presence = 'moved', email_key = 'guest:' || id, moved_at = now(), region = 'eu' where id = ${recipientMate.id}`,
  );
  const asked = issue(recipientMate, id);
  await leaving.waiting(1);
  await leaving.release();
  expect((await asked).json().code).toBe('not_signed_in');
  expect((await listOf(people.author, id)).statements).toEqual([]);
});
