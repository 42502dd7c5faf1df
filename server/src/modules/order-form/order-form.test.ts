import type { NumberSystem } from '@cusp/contract/cases';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { orderFields } from '../../testing/order-edits.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';
import { stl, upload } from '../../testing/uploads.ts';

const t = await openTestApp();

type Overrides = Parameters<typeof createCase>[1] & { note?: string; teeth?: number[] };

async function caseToPrint({ note, teeth, ...overrides }: Overrides = {}) {
  const dentalCase = await createCase(t.services, overrides);
  const { db } = t.services;
  if (note) await db.updateTable('dental_case').set({ note }).where('id', '=', dentalCase.id).execute();
  if (teeth)
    await db.updateTable('restoration').set({ teeth }).where('case_id', '=', dentalCase.id).execute();
  return { dentalCase, path: `/v1/cases/${dentalCase.id}/order-form/` };
}

async function printed(overrides: Overrides, query = '', headers: Record<string, string> = {}) {
  const { dentalCase, path } = await caseToPrint(overrides);
  const reply = await (await t.as(dentalCase.recipient)).request('GET', path + query, undefined, headers);
  expect(reply.statusCode).toBe(200);
  return { dentalCase, reply, pages: await pdfText(reply.rawPayload) };
}

describe('order form is refused', () => {
  test('order form: 401 for guests, 404 for strangers, drafts, deleted and unknown cases', async () => {
    const { dentalCase, path } = await caseToPrint();
    const stranger = await t.as(await createUser(t.services));
    expect((await t.nobody.get(path)).statusCode).toBe(401);
    expect((await stranger.get(path)).statusCode).toBe(404);
    const { id } = dentalCase;
    const author = await t.as(dentalCase.author);
    for (const other of [`0x${id.toString(16)}`, `${id}.0`, `${id}e0`, `+${id}`, `%20${id}`])
      expect((await author.get(`/v1/cases/${other}/order-form/`)).statusCode, other).toBe(404);
    const draft = await caseToPrint({ draft: true });
    expect((await (await t.as(draft.dentalCase.author)).get(draft.path)).statusCode).toBe(404);
    await t.services.db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date(), recipient_removed_at: new Date() })
      .where('id', '=', dentalCase.id)
      .execute();
    expect((await (await t.as(dentalCase.author)).get(path)).statusCode).toBe(404);
    for (const unknown of ['0', '-1', 'x', '999999'])
      expect((await stranger.get(`/v1/cases/${unknown}/order-form/`)).statusCode).toBe(404);
  });

  test.each(['?language=xx', '?tz=Nowhere/Land', '?tz=', '?inline=2'])(
    'order form with the option %s',
    async (query) => {
      const { dentalCase, path } = await caseToPrint();
      expect((await (await t.as(dentalCase.author)).get(path + query)).statusCode).toBe(400);
    },
  );

  test('order form is limited to 60 a minute per person, not per address', async () => {
    const limited = await createTestApp({ rateLimitFactor: 1 });
    try {
      const dentalCase = await createCase(limited.services);
      const [author, recipient] = [
        await limited.as(dentalCase.author),
        await limited.as(dentalCase.recipient),
      ];
      // Requests are counted, so these are refused before drawing.
      const wrong = '/v1/cases/999999/order-form/';
      for (let asked = 0; asked < 60; asked += 1) expect((await author.get(wrong)).statusCode).toBe(404);
      const path = `/v1/cases/${dentalCase.id}/order-form/`;
      const refused = await author.get(path);
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ code: 'too_many_requests', retry_after: expect.any(Number) });
      expect((await recipient.get(path)).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('order form is logged as a download only when it was given', async () => {
    const { dentalCase, path } = await caseToPrint();
    await (await t.as(await createUser(t.services))).get(path);
    await (await t.as(dentalCase.recipient)).get(path);
    const rows = await t.services.db
      .selectFrom('audit_log')
      .select(['action', 'result', 'user_id'])
      .where('case_id', '=', dentalCase.id)
      .execute();
    expect(rows).toEqual([
      { action: 'order_form_downloaded', result: 'ok', user_id: dentalCase.recipient.id },
    ]);
  });
});

describe('the printed order form', () => {
  test('order form is named by case number, displayed on request, and not cached', async () => {
    const { dentalCase, path } = await caseToPrint();
    const colleague = await createUser(t.services);
    await createGroup(t.services, dentalCase.author, [colleague]);
    const client = await t.as(colleague);
    const reply = await client.get(path);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename=${dentalCase.no}.pdf`,
      'cache-control': 'private, no-store',
      'content-length': String(reply.rawPayload.length),
    });
    const shown = await client.get(`${path}?inline=1`);
    expect(shown.headers['content-disposition']).toBe(`inline; filename=${dentalCase.no}.pdf`);
  });

  test('order form prints Korean, Polish and German names unchanged, and files with their sizes', async () => {
    const author = await createUser(t.services, { first_name: 'Łucja', last_name: 'Żółkiewska-Müßig' });
    const { dentalCase, path } = await caseToPrint({
      author,
      patient_first: '서연',
      patient_last: '김',
      note: '교합을 확인해 주세요. Zażółć gęślą jaźń.',
    });
    // The name is decomposed (NFD), as macOS sends it.
    await upload(await t.as(author), dentalCase.id, stl(500), '상악.stl'.normalize('NFD'));
    const [page = ''] = await pdfText((await (await t.as(author)).get(path)).rawPayload);
    for (const words of [
      '김서연',
      'Łucja Żółkiewska-Müßig',
      '교합을 확인해 주세요. Zażółć gęślą jaźń.',
      '상악.stl',
      '25.1 kB',
      `/case/${dentalCase.id}`,
    ])
      expect(page).toContain(words);
  });

  test.each<[NumberSystem, string[]]>([
    ['FDI', ['16', '11', '34–38']],
    ['Universal', ['3', '8', '17–21']],
    ['PalmerDigital', ['UR6', 'UR1', 'LL4–LL8']],
    ['Palmer', ['UR6', 'UR1', 'LL4–LL8']],
  ])('text of an order form has the teeth in %s', async (system, labels) => {
    const { pages } = await printed({ number_sys: system, teeth: [16, 11, 34, 35, 36, 37, 38] });
    // The table: the text between its header and the name of the restoration.
    const row = /\|Shade\|1\|(.*?)\|Crown\|/.exec(pages[0] ?? '')?.[1]?.replaceAll(/[| ]/g, '');
    expect(row).toBe(labels.join(','));
  });

  test('order form prints milk teeth by their letters', async () => {
    const { pages } = await printed({ number_sys: 'Primary', teeth: [55, 71] });
    expect(pages[0]).toMatch(/\|Shade\|1\|A, O\|Crown\|/);
    expect(pages[0]).toContain('Primary teeth (A–T)');
  });

  test('order form prints permanent teeth of a letters order in Universal, with a note', async () => {
    const { pages } = await printed({ number_sys: 'Primary', teeth: [18, 36, 37, 38] });
    expect(pages[0]).toMatch(/\|Shade\|1\|1, 17–19\|Crown\|/);
    expect(pages[0]).toContain('Permanent: Universal (ADA)');
    // On the chart 18 occurs only as the lower left second molar, and there are no FDI numbers.
    const pieces = pages[0]?.split('|') ?? [];
    expect(pieces.filter((piece) => piece === '18')).toHaveLength(1);
    expect(pieces).not.toContain('36');
  });

  test('order form leaves space for the longest names of patient, person and institution, on one page', async () => {
    const first = 'Ww '.repeat(33).trim();
    const author = await createUser(t.services, {
      first_name: first,
      last_name: 'Š'.repeat(100),
      institution: 'Č'.repeat(100),
    });
    const { pages } = await printed({ author, patient_first: first, patient_last: 'Ž'.repeat(100) });
    for (const letter of ['Ž', 'Š', 'Č']) expect(pages[0]?.split(letter), letter).toHaveLength(101);
    expect(pages).toHaveLength(1);
  });

  test('order form prints confirmed warnings', async () => {
    const { dentalCase, path } = await caseToPrint();
    await t.services.db
      .updateTable('restoration')
      .set({ meant: ['pontic_alone:16:', 'shade_unusual::A3a3'] })
      .where('case_id', '=', dentalCase.id)
      .execute();
    const [page = ''] = await pdfText((await (await t.as(dentalCase.recipient)).get(path)).rawPayload);
    const words = page.replaceAll('|', ' ');
    expect(words).toContain('Confirmed by the sender: pontic without abutments');
    expect(words).toContain('Confirmed by the sender: unusual shade');
  });

  test('order form shows a milk tooth and its successor on the chart', async () => {
    const { pages } = await printed({ number_sys: 'FDI', teeth: [15, 55] });
    const pieces = pages[0]?.split('|') ?? [];
    for (const label of ['14', '15', '55', '16']) expect(pieces, label).toContain(label);
    expect(pieces).not.toContain('54');
  });

  test('order form uses the reader’s or the requested language, and their time zone', async () => {
    const recipient = await createUser(t.services, { language: 'ko' });
    const sent = new Date('2026-03-04T23:30:00Z');
    const { dentalCase, path } = await caseToPrint({ recipient });
    await t.services.db
      .updateTable('dental_case')
      .set({ published_at: sent })
      .where('id', '=', dentalCase.id)
      .execute();
    const client = await t.as(recipient);
    const [own = ''] = await pdfText((await client.get(`${path}?tz=Asia/Seoul`)).rawPayload);
    expect(own).toContain(`주문 ${dentalCase.no}`);
    expect(own).toContain('크라운');
    expect(own).toContain('2026. 03. 05. 오전 8:30');
    const [german = ''] = await pdfText((await client.get(`${path}?language=de`)).rawPayload);
    expect(german).toContain(`Auftrag ${dentalCase.no}`);
    expect(german).toContain('04.03.2026, 23:30 UTC');
  });

  test('order form of an edited order names its version and a pending change', async () => {
    const { dentalCase, path } = await caseToPrint();
    const clinic = await t.as(dentalCase.author);
    const printedNow = async () => (await pdfText((await clinic.get(path)).rawPayload)).join();
    expect(await printedNow()).not.toContain('Version');
    const edit = (as: string, version: number, note: string) =>
      clinic.put(`/v1/cases/${dentalCase.id}/order/`, {
        as,
        version,
        proposal: null,
        fields: orderFields({ note }),
      });
    expect((await edit('change', 1, 'Corrected')).statusCode).toBe(200);
    const changed = await printedNow();
    expect(changed).toContain(`Order ${dentalCase.no} · Version 2`);
    expect(changed).toContain('Corrected');
    expect(changed).not.toContain('waiting for an answer');
    await (await t.as(dentalCase.recipient)).put(`/v1/cases/${dentalCase.id}/status/`, { action: 'PROC' });
    expect((await edit('proposal', 2, 'Proposed')).statusCode).toBe(200);
    const waiting = await printedNow();
    expect(waiting).toContain('waiting for an answer');
    expect(waiting).not.toContain('Proposed');
  });

  test('order form has the brand of the requested host', async () => {
    const { pages } = await printed({}, '', { host: 'arcline.example' });
    expect(pages[0]).toContain('Arcline Connect');
    expect((await printed({})).pages[0]).toContain('Cusp Dental Cloud');
  });

  test('order form continues a long note over numbered pages without losing text', async () => {
    const sentences = Array.from({ length: 300 }, (_, index) => `Satz ${index + 1} der Notiz.`);
    const { pages } = await printed({ note: sentences.join('\n') }, '?language=de');
    expect(pages.length).toBeGreaterThan(4);
    const all = pages.join('|');
    expect(sentences.filter((sentence) => !all.includes(sentence))).toEqual([]);
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Seite ${index + 1} von ${pages.length}`);
  });

  test('order form of a usual order fits one page', async () => {
    const { pages } = await printed({ teeth: [14, 15, 16], note: 'Please check the contacts.' });
    expect(pages).toHaveLength(1);
  });

  test('order form neutralises bidi controls, endless lines and missing letters', async () => {
    const hostile = { patient_first: '\u202egnp.exe<b>', patient_last: '张', note: 'W'.repeat(10_000) };
    const { pages } = await printed(hostile, '?language=de');
    const all = pages.join('');
    expect(all).toContain('gnp.exe<b> □');
    expect(all).toContain('die sich hier nicht drucken lassen; im Fall sind sie zu sehen.');
    expect(all.match(/W/g)).toHaveLength(10_000);
  });

  test('order form with all teeth in many restorations', async () => {
    const { dentalCase, path } = await caseToPrint();
    const every = [1, 2, 3, 4].flatMap((quadrant) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => quadrant * 10 + n));
    await t.services.db
      .insertInto('restoration')
      .values(
        Array.from({ length: 63 }, (_, index) => ({
          case_id: dentalCase.id,
          position: index + 1,
          type: 'crown',
          teeth: every.filter((_, place) => (place + index) % 2 === 0),
          arch: null,
          material: 'zirconia',
          shade: 'A3.5',
        })),
      )
      .execute();
    const pages = await pdfText((await (await t.as(dentalCase.author)).get(path)).rawPayload);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('|Material|');
    expect(pages.at(-1)).toContain('|64|');
  });
});

describe('order forms of several cases in one PDF', () => {
  test('401 for guests, 400 without numbers and for too many, 404 if none of them is visible', async () => {
    const { dentalCase } = await caseToPrint();
    const other = await caseToPrint();
    const author = await t.as(dentalCase.author);
    const path = (...nos: string[]) => `/v1/order-forms/?nos=${nos.join(',')}`;
    expect((await t.nobody.get(path(dentalCase.no))).statusCode).toBe(401);
    const many = Array.from({ length: 101 }, (_, at) => `2611-${at}`);
    for (const wrong of [path(), path('a b'), path('x', ''), path(...many), '/v1/order-forms/'])
      expect((await author.get(wrong)).statusCode, wrong).toBe(400);
    for (const none of [path(other.dentalCase.no), path('2611-NOTHING')])
      expect((await author.get(none)).statusCode, none).toBe(404);
  });

  test('a case that is not visible is left out, and the last page has its number', async () => {
    const { dentalCase } = await caseToPrint();
    const { dentalCase: others } = await caseToPrint({ note: 'Secretword', patient_last: 'Hiddenname' });
    const author = await t.as(dentalCase.author);
    const nos = `${others.no},${dentalCase.no},2611-NOTHING`;
    const reply = await author.get(`/v1/order-forms/?nos=${nos}&language=en`);
    expect(reply.statusCode).toBe(200);
    const pages = await pdfText(reply.rawPayload);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain(`Order ${dentalCase.no}`);
    expect(pages[1]).toContain('2 cases are not in this PDF');
    for (const no of [others.no, '2611-NOTHING']) expect(pages[1]).toContain(no);
    expect(pages.join()).not.toMatch(/Secretword|Hiddenname/);
    const logged = await t.services.db
      .selectFrom('audit_log')
      .select('case_id')
      .where('action', '=', 'order_form_downloaded')
      .where('user_id', '=', dentalCase.author.id)
      .execute();
    expect(logged).toEqual([{ case_id: dentalCase.id }]);
  });

  test('each form has its own page numbers and log entry, in the requested order', async () => {
    const { dentalCase: first } = await caseToPrint({ note: 'One' });
    const { dentalCase: second } = await caseToPrint({ author: first.author, note: 'Line. '.repeat(1500) });
    const author = await t.as(first.author);
    const reply = await author.get(
      `/v1/order-forms/?nos=${second.no},${first.no.toLowerCase()},${second.no.toLowerCase()}`,
    );
    expect(reply.statusCode).toBe(200);
    const pages = await pdfText(reply.rawPayload);
    expect(pages.length).toBeGreaterThan(2);
    const [begin = '', ...rest] = pages;
    const end = rest.at(-1) ?? '';
    expect(begin).toContain(second.no);
    expect(begin).toContain(`1 of ${rest.length}`);
    expect(end).toContain(first.no);
    expect(end).toContain('1 of 1');
    // Printed pages are separated, and those after the first have no head.
    for (const page of rest.slice(0, -1)) expect(page).toContain(`Order ${second.no} · Page `);
    expect(reply.rawPayload.toString('latin1')).toContain('(Order forms of 2 cases)');
    const { rows } = await sql<{ case_id: number }>`
      select case_id from audit_log where action = 'order_form_downloaded' and case_id in (${first.id}, ${second.id})
    `.execute(t.services.db);
    expect(rows.map(({ case_id }) => case_id).sort()).toEqual([first.id, second.id].sort());
  });
});
