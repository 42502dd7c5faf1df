import { readFile } from 'node:fs/promises';
import type { ListExport } from '@cusp/contract/list-exports';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EXPORT_KINDS } from '../../export-kinds.ts';
import { createDevice } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';
import { loseJobs, waitingJobs } from '../../testing/two-sides.ts';
import { deviceList } from '../device-admin/staff-devices.sql.ts';
import { allIds, idsInOrder } from '../staff-lists/long-list.sql.ts';
import type { ExportKind } from './export-kind.ts';
import { exportKey, runExport, tidyExports } from './run-export.ts';

const t = await openTestApp();
const { db, storage } = t.services;
const dana = await createUser(t.services, { is_device_manager: true });
const byDana = await t.asStaff(dana);
const start = (body: object = {}, client = byDana) =>
  client.post('/v1/cs/exports/', { list: 'devices', ...body });
const list = async (client = byDana) =>
  (await client.get('/v1/cs/exports/')).json<{ exports: ListExport[] }>().exports;
const run = (id: number) => runExport(t.services, EXPORT_KINDS, id);
const file = (id: number, client: Client = byDana) =>
  client.request('GET', `/v1/cs/exports/${id}/file/`, undefined, {
    cookie: `cusp-staff=${client.cookie}`,
  });
const excel = (query = '', client = byDana) => client.get(`/v1/cs/devices/excel/?${query}`);
async function ready(body: object = {}): Promise<number> {
  const { id } = (await start(body)).json<ListExport>();
  await run(id);
  return id;
}
const HOSTILE = ['=1+1', "=cmd|' /C calc'!A0", '+491234', '@SUM(A1)', "O'Neil 한글 <&>"];
for (const model of HOSTILE) await createDevice(t.services, dana, { model });
await createDevice(t.services, dana, { prodDate: '2024-02-29' });
await createDevice(t.services, dana, { prodDate: '2023-01-02' });

const TEXTS = new URL('../../../../languages/en/', import.meta.url);

/** More devices than an export in the reply may have. */
async function addMany(count: number): Promise<void> {
  await sql`
    insert into device (udi, udi_key, udi_kind, model, prod_date)
    select 'MANY' || n, 'MANY' || n, 'other', 'Many', case when n % 3 = 0 then null else date '2024-01-01' + n % 7 end
    from generate_series(1, ${count}::int) n
  `.execute(db);
}

describe('an .xlsx file at once', () => {
  test('an .xlsx file at once is refused to viewers of device users, unless it is of registered devices', async () => {
    const viewer = await t.asStaff(await createUser(t.services, { is_device_user_viewer: true }));
    expect((await excel('', viewer)).statusCode).toBe(403);
    expect((await excel('user_registered_dev=true', viewer)).statusCode).toBe(200);
  });

  test.each([
    ['devices', 'staff-devices', 'udi serial produced model state manager feature name email country'],
    ['users', 'staff-users', 'name email institution role country state region created lastSignIn'],
  ] as const)(
    '%s have the columns of their page, in its order and with its labels',
    async (list, names, keys) => {
      const texts = JSON.parse(await readFile(new URL(`${names}.json`, TEXTS), 'utf8'));
      const labels = keys.split(' ').map((key) => texts.columns[key]);
      const headers = EXPORT_KINDS[list].columns.map(({ header }) => header.replace(' (UTC)', ''));
      expect(headers.slice(0, labels.length)).toEqual(labels);
    },
  );

  test('an .xlsx file honours search and sort, has no formulas from texts, and dates as dates', async () => {
    const reply = await excel('sort=model desc');
    expect(reply.headers['content-disposition']).toContain('Devices.xlsx');
    const [header, ...rows] = await readSheet(reply.rawPayload);
    const column = (title: string) => header?.indexOf(title) ?? -1;
    expect(rows).toHaveLength(7);
    const models = rows.map((row) => row[column('Model')]);
    for (const model of HOSTILE) expect(models).toContain(model);
    const dates = rows.map((row) => row[column('Production date')]).filter(Boolean);
    expect(dates).toEqual(
      expect.arrayContaining([new Date('2024-02-29T00:00:00Z'), new Date('2023-01-02T00:00:00Z')]),
    );
    expect(rows[0]?.[column('Created (UTC)')]).toBeInstanceOf(Date);
    expect(await readSheet((await excel('search=neil')).rawPayload)).toHaveLength(2);
    const logged = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'list_exported')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(logged?.detail).toEqual({
      list: 'devices',
      filter: { searched: true, sort: 'udi desc' },
      rows: 1,
    });
  });
});

describe('refused', () => {
  test('an export of a list without its flag is refused, also when the flag is revoked before the job runs', async () => {
    const viewer = await createUser(t.services, { is_device_user_viewer: true });
    const client = await t.asStaff(viewer);
    expect((await start({}, client)).statusCode).toBe(403);
    const { id } = (await start({ list: 'registrations' }, client)).json<ListExport>();
    const flag = (is_device_user_viewer: boolean) =>
      db
        .updateTable('app_user')
        .set({ is_device_user_viewer, is_staff: true })
        .where('id', '=', viewer.id)
        .execute();
    await flag(false);
    await run(id);
    expect(await list(client)).toMatchObject([{ id, state: 'failed', problem: 'not_entitled' }]);
    expect(await storage.sizeOf(exportKey(id))).toBeNull();
    // Also when it is revoked while the file is written.
    await flag(true);
    const late = (await start({ list: 'registrations' }, client)).json<ListExport>().id;
    const write = storage.write.bind(storage);
    const spy = vi.spyOn(storage, 'write').mockImplementation(async (...sent) => {
      await write(...sent);
      await flag(false);
    });
    await run(late);
    spy.mockRestore();
    expect((await list(client))[0]).toMatchObject({ id: late, state: 'failed', problem: 'not_entitled' });
    expect(await storage.sizeOf(exportKey(late))).toBeNull();
  });

  test('the file of an export is refused to other people, to its owner without the flag, and after an hour', async () => {
    const id = await ready();
    const rival = await t.asStaff(await createUser(t.services, { is_device_manager: true }));
    expect((await file(id, rival)).statusCode).toBe(404);
    expect((await rival.delete(`/v1/cs/exports/${id}/`)).statusCode).toBe(404);
    expect((await file(id, t.nobody)).statusCode).toBe(401);
    const flags = (values: object) =>
      db.updateTable('app_user').set(values).where('id', '=', dana.id).execute();
    await flags({ is_device_manager: false, is_staff: true });
    expect((await file(id)).statusCode).toBe(403);
    await flags({ is_device_manager: true, is_staff: false });
    expect((await file(id)).statusCode).toBe(200);
    await db
      .updateTable('list_export')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect((await file(id)).json().code).toBe('export_over');
    await tidyExports(t.services);
    expect(await storage.sizeOf(exportKey(id))).toBeNull();
  });

  test('a fourth export is refused while three are in progress; a double click counts once', async () => {
    const person = await t.asStaff(await createUser(t.services, { is_device_manager: true }));
    const twice = await Promise.all([start({}, person), start({}, person)]);
    const ids = twice.map((reply) => reply.json<ListExport>().id);
    expect(ids[0]).toBe(ids[1]);
    await start({ search: 'a' }, person);
    await start({ search: 'b' }, person);
    expect((await start({ search: 'c' }, person)).json().code).toBe('too_many_exports');
    const jobs = (await waitingJobs(t, 'list-export')) as { exportId: number }[];
    expect(jobs.filter(({ exportId }) => exportId === ids[0])).toHaveLength(1);
    await person.delete(`/v1/cs/exports/${ids[0]}/`);
    expect((await start({ search: 'c' }, person)).statusCode).toBe(200);
  });
});

test('a job that is restarted while its first run continues leaves the file of the export', async () => {
  const { id } = (await start({ search: 'neil' })).json<ListExport>();
  await Promise.all([run(id), run(id)]);
  expect((await list()).find((each) => each.id === id)).toMatchObject({ state: 'done', rows_done: 1 });
  expect((await file(id)).statusCode).toBe(200);
});

test('an export whose process was killed each time has failed', async () => {
  const { id } = (await start({ search: 'killed' })).json<ListExport>();
  await loseJobs(t, 'list-export');
  await tidyExports(t.services);
  expect((await list()).find((each) => each.id === id)).toMatchObject({
    state: 'failed',
    problem: 'internal',
  });
});

describe('more than 20,000 rows', () => {
  beforeAll(() => addMany(20_001));
  afterAll(async () => {
    await db.deleteFrom('device').where('model', '=', 'Many').execute();
  });

  test('an export of more than 20,000 rows comes by a job, in the order of the list, with progress and a file for one hour', async () => {
    expect((await excel()).json().code).toBe('export_too_large');
    const { id } = (await start({ search: 'many', sort: 'prod_date desc' })).json<ListExport>();
    expect((await file(id)).json().code).toBe('export_over');
    await run(id);
    const [row] = (await list()).filter((each) => each.id === id);
    expect(row).toMatchObject({ state: 'done', rows_done: 20_001, rows_total: 20_001 });
    const untilMs = Date.parse(row?.until ?? '') - Date.now();
    expect(untilMs).toBeGreaterThan(3_500_000);
    expect(untilMs).toBeLessThanOrEqual(3_600_000);
    const reply = await file(id);
    expect(reply.headers['content-disposition']).toContain('Devices.xlsx');
    const [, ...rows] = await readSheet(reply.rawPayload);
    const ids = await allIds(db, deviceList(db, false), { search: 'many', sort: 'prod_date desc' }, 30_000);
    const names = await db.selectFrom('device').select(['id', 'udi']).where('id', 'in', ids).execute();
    const nameOf = new Map(names.map((each) => [each.id, each.udi]));
    expect(rows.map(([udi]) => udi)).toEqual(ids.map((each) => nameOf.get(each)));
    const logged = await db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'detail'])
      .where('object_type', '=', 'list_export')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(logged).toMatchObject([
      { action: 'list_exported', user_id: dana.id, detail: { list: 'devices', rows: 20_001 } },
      { action: 'list_export_fetched', user_id: dana.id },
    ]);
  });

  test.each(['prod_date asc', 'prod_date desc', 'model desc', 'udi asc', 'name asc'])(
    'more than 20,000 rows are read in chunks in the same order as at once: %s',
    async (sort) => {
      const wish = { search: '', sort };
      const chunks: number[] = [];
      for await (const ids of idsInOrder(db, deviceList(db, false), wish)) chunks.push(...ids);
      expect(chunks).toEqual(await allIds(db, deviceList(db, false), wish, 100_000));
    },
  );

  test('an export stops when the person cancels it, and leaves no file', async () => {
    const { id } = (await start({ sort: 'model asc' })).json<ListExport>();
    let chunks = 0;
    const devices: ExportKind = {
      ...EXPORT_KINDS.devices,
      rows: async (from, ids) => {
        chunks += 1;
        if (chunks === 5) expect((await byDana.delete(`/v1/cs/exports/${id}/`)).statusCode).toBe(200);
        return EXPORT_KINDS.devices.rows(from, ids);
      },
    };
    await runExport(t.services, { ...EXPORT_KINDS, devices }, id);
    expect(chunks).toBeGreaterThanOrEqual(5);
    expect(chunks).toBeLessThan(20);
    expect((await list()).map((each) => each.id)).not.toContain(id);
    expect(await storage.sizeOf(exportKey(id))).toBeNull();
  });

  test('a job whose process was killed starts again', async () => {
    const { id } = (await start({ search: 'many', sort: 'state asc' })).json<ListExport>();
    await db
      .updateTable('list_export')
      .set({ state: 'running', rows_done: 5000 })
      .where('id', '=', id)
      .execute();
    await run(id);
    expect((await list()).find((each) => each.id === id)).toMatchObject({ state: 'done', rows_done: 20_001 });
    await run(id);
    expect((await list()).find((each) => each.id === id)?.state).toBe('done');
  });
});
