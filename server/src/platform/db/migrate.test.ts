import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../testing/empty-database.ts';
import type { Region } from '../region/region.ts';
import { connect, type Db } from './database.ts';
import { prepareDatabase } from './prepare.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
const BEFORE_REGION_ROW = '0050-what-is-made';
const files = (await readdir(FOLDER)).sort();

const storedIn = async (owner: Db) =>
  (await owner.selectFrom('deployment').select('region').execute()).map(({ region }) => region);

test.each(files)(
  '%s imports nothing but the query builder and does not read the environment',
  async (name) => {
    const source = await readFile(join(FOLDER, name), 'utf8');
    const imported = [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
      ([, from]) => from,
    );
    expect(imported).toEqual(['kysely']);
    expect(source).not.toMatch(/\bprocess\.|import\.meta/);
  },
);

test('migration numbers are unique, and have no gap from 0051 on', () => {
  const numbers = files.map((name) => Number(name.slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);
  const later = numbers.filter((number) => number > 50);
  expect(later).toEqual(later.map((_, place) => 51 + place));
});

describe('the region of a database', () => {
  test.each<[Region, Region]>([
    ['us', 'eu'],
    ['eu', 'us'],
  ])('%s is stored at the first start, and a start with REGION=%s is refused', async (region, other) => {
    const { urls, owner } = await openEmptyDatabase();
    await prepareDatabase(urls, region);
    expect(await storedIn(owner)).toEqual([region]);
    await expect(prepareDatabase(urls, other)).rejects.toThrow(
      `This database belongs to the region "${region}" and cannot be used with REGION=${other}`,
    );
    await expect(prepareDatabase(urls, region)).resolves.toEqual([]);
  });

  test('the region of a database is derived from the ids of a database that was created before it was stored', async () => {
    const { urls, owner, migrateTo } = await openEmptyDatabase();
    await migrateTo(BEFORE_REGION_ROW, 'eu');
    await expect(prepareDatabase(urls, 'us')).rejects.toThrow('belongs to the region "eu"');
    const { rows } = await sql`select to_regclass('public.deployment') as made`.execute(owner);
    expect(rows).toEqual([{ made: null }]);
    await prepareDatabase(urls, 'eu');
    expect(await storedIn(owner)).toEqual(['eu']);
  });

  test('the region of a database holds for columns that an upgrade without REGION gave the ids of the default region', async () => {
    const { urls, owner, migrateTo } = await openEmptyDatabase();
    await migrateTo(BEFORE_REGION_ROW, 'eu');
    await sql`alter table share_link alter column id set start with 1 restart with 1`.execute(owner);
    await sql`alter table passkey alter column id set start with 1 restart with 33`.execute(owner);
    await sql`select nextval('passkey_id_seq')`.execute(owner);
    await prepareDatabase(urls, 'eu');
    const { rows } = await sql`
      select nextval('passkey_id_seq') as passkey, nextval('share_link_id_seq') as link, nextval('app_user_id_seq') as person
    `.execute(owner);
    expect(rows).toEqual([{ passkey: 34, link: 2, person: 2 }]);
  });

  test('the region of a database cannot be changed by the application or stored twice', async () => {
    const { urls, owner } = await openEmptyDatabase();
    await prepareDatabase(urls, 'us');
    const { db: app } = connect(urls.app, 1);
    await expect(sql`update deployment set region = 'eu'`.execute(app)).rejects.toThrow(/permission denied/);
    await expect(sql`delete from deployment`.execute(app)).rejects.toThrow(/permission denied/);
    await app.destroy();
    await expect(sql`insert into deployment (region) values ('eu')`.execute(owner)).rejects.toThrow(
      /duplicate/,
    );
  });
});

describe('a database that a newer release has prepared', () => {
  const LATER = '9999-later';
  const ranIn = async (owner: Db) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(owner)).rows.length;

  test('a database that a newer release has prepared is refused with another region, and else left as it is', async () => {
    const { urls, owner } = await openEmptyDatabase();
    await prepareDatabase(urls, 'us');
    await sql`insert into kysely_migration (name, timestamp) values (${LATER}, now())`.execute(owner);
    // A right that the newer release has revoked.
    await sql`revoke delete on lab from cusp_app`.execute(owner);
    await expect(prepareDatabase(urls, 'eu')).rejects.toThrow('belongs to the region "us"');
    await expect(prepareDatabase(urls, 'us')).resolves.toEqual([]);
    const { db: app } = connect(urls.app, 1);
    await expect(sql`delete from lab`.execute(app)).rejects.toThrow(/permission denied/);
    await app.destroy();
    expect(await ranIn(owner)).toBe(files.length + 1);
  });

  test('a database that a newer release has prepared is refused where a migration of this release is missing in it', async () => {
    const { urls, owner, migrateTo } = await openEmptyDatabase();
    await migrateTo(BEFORE_REGION_ROW);
    await sql`insert into kysely_migration (name, timestamp) values (${LATER}, now())`.execute(owner);
    await expect(prepareDatabase(urls, 'us')).rejects.toThrow(LATER);
  });
});
