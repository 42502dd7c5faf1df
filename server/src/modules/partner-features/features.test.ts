import { FEATURES_AT_ONCE } from '@cusp/contract/partner-features.routes';
import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { setFeatures } from './features.sql.ts';

const t = await openTestApp();
const { db } = t.services;
const [ann, bob] = [
  await createUser(t.services, { is_device_manager: true, first_name: 'Ann' }),
  await createUser(t.services, { is_device_manager: true, first_name: 'Bob' }),
];
const [byAnn, byBob] = [await t.asStaff(ann), await t.asStaff(bob)];

const add = (...udis: string[]) =>
  db.transaction().execute((tx) =>
    setFeatures(
      tx,
      udis.map((udi) => ({ udi, key: udi.replace(/[()]/g, ''), option: false })),
      { userId: ann.id, batchId: null },
    ),
  );
const list = async (query = '') => (await byAnn.get(`/partnerfeatures/${query}`)).json();
const turn = (client: typeof byAnn, id: number, body: object) =>
  client.request('PATCH', `/partnerfeatures/${id}/`, body);
const audited = (action: string) =>
  db
    .selectFrom('audit_log')
    .select(['user_id', 'detail'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst();

beforeEach(() => db.deleteFrom('partner_feature').execute());

describe('the list', () => {
  test('the list is in the order of the UDIs, in pages; a page behind the last is the last', async () => {
    await add(...Array.from({ length: 45 }, (_, n) => `U${String(n).padStart(2, '0')}`));
    expect((await list('?num_per_page=20')).page).toMatchObject({
      number: 1,
      total_num: 45,
      num_pages: 3,
      page_range: [1, 2, 3],
    });
    const last = await list('?page=9&num_per_page=20');
    expect(last.page.number).toBe(3);
    expect(last.features.map(({ udi }: { udi: string }) => udi)).toEqual(['U40', 'U41', 'U42', 'U43', 'U44']);
    expect((await list('?sort=udi desc')).features[0].udi).toBe('U44');
  });

  test.each([
    ['(01)09506', ['(01)09506000134352']],
    ['0109506000134352', ['(01)09506000134352']],
    ['01 0950 6000', ['(01)09506000134352']],
    ['scan_', ['SCAN_1']],
    ['%', []],
    ['\\', []],
    ['()', []],
    ['', ['(01)09506000134352', 'SCANX1', 'SCAN_1']],
  ])('the list finds %j', async (search, udis) => {
    await add('(01)09506000134352', 'SCAN_1', 'SCANX1');
    const { features } = await list(`?search=${encodeURIComponent(search)}`);
    expect(features.map(({ udi }: { udi: string }) => udi)).toEqual(udis);
  });
});

describe('turning a feature on or off', () => {
  test('turning a feature on or off is refused without the option, and for one that is not there', async () => {
    const [made] = await add('A1');
    expect((await turn(byAnn, made?.id ?? 0, { option: 'yes' })).statusCode).toBe(400);
    expect((await turn(byAnn, 999, { option: true })).statusCode).toBe(404);
  });

  test('turning a feature on or off records who did it, and raises the version', async () => {
    const [made] = await add('A1');
    const reply = (await turn(byBob, made?.id ?? 0, { option: true, version: 1 })).json();
    expect(reply).toMatchObject({ option: true, version: 2, updated_by: expect.stringContaining('Bob') });
    expect((await list()).features).toEqual([reply]);
    expect(await audited('feature_changed')).toMatchObject({ user_id: bob.id, detail: { option: true } });
  });

  test('turning a feature on or off after somebody else did gets 409 with their name, unless both want the same', async () => {
    const [made] = await add('A1');
    const id = made?.id ?? 0;
    await turn(byBob, id, { option: true, version: 1 });
    await turn(byBob, id, { option: false, version: 2 });
    const refused = await turn(byAnn, id, { option: true, version: 1 });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'conflict', changed_by: expect.stringContaining('Bob') });
    expect((await turn(byAnn, id, { option: false, version: 1 })).json()).toMatchObject({ version: 3 });
    expect((await turn(byAnn, id, { option: true })).json()).toMatchObject({ option: true, version: 4 });
  });
});

describe('removing', () => {
  test('removing needs UDIs, and not too many', async () => {
    for (const udis of [[], Array.from({ length: FEATURES_AT_ONCE + 1 }, () => 'x'), 'A1'])
      expect((await byAnn.post('/partnerfeatures/delete/', { udis })).statusCode).toBe(400);
  });

  test('removing finds a UDI however it is written, and leaves out what is not there', async () => {
    await add('(01)09506000134352', 'B1', 'B2');
    const udis = ['01 09506000134352', 'b1', 'B9', '', '(01)09506000134353'];
    expect((await byAnn.post('/partnerfeatures/delete/', { udis })).json()).toEqual({ deleted: 2 });
    expect((await byAnn.post('/partnerfeatures/delete/', { udis })).json()).toEqual({ deleted: 0 });
    expect((await list()).features).toMatchObject([{ udi: 'B2' }]);
  });
});

describe('the export', () => {
  test('the export has what the search finds, and the audit log its size but not the words', async () => {
    await add('A1', 'A2', 'B1');
    expect((await byAnn.get('/partnerfeatures/export/?search=a')).json().features).toEqual([
      { udi: 'A1', option: false },
      { udi: 'A2', option: false },
    ]);
    expect(await audited('list_exported')).toMatchObject({
      user_id: ann.id,
      detail: { list: 'partner_features', filter: { searched: true }, rows: 2 },
    });
  });

  test('an export of more than 20,000 features is refused', async () => {
    await sql`insert into partner_feature (udi, udi_key, option)
      select 'N' || n, 'N' || n, n % 2 = 0 from generate_series(0, ${EXPORT_MAX_ROWS}) n`.execute(db);
    expect((await byAnn.get('/partnerfeatures/export/')).json().code).toBe('export_too_large');
    expect((await byAnn.get('/partnerfeatures/export/?search=N1999')).json().features).toHaveLength(11);
  });
});
