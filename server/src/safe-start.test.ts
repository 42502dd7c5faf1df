import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@cusp/local-postgres/free-port';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from './platform/config/config.ts';
import { connect } from './platform/db/database.ts';
import { prepareDatabase, requirePrepared } from './platform/db/prepare.ts';
import { requireSafeStart } from './safe-start.ts';
import { CHILD_ENV } from './testing/child-env.ts';
import { openEmptyDatabase } from './testing/empty-database.ts';
import { createUser } from './testing/factories.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();

const SAFE = {
  NODE_ENV: 'production',
  SECRET_KEY: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://cusp.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  TRUST_PROXY: '127.0.0.1',
};
const start = (env: Record<string, string> = {}, urls: { app: string; owner: string } = t.urls) =>
  requireSafeStart(readConfig({ ...SAFE, ...env }), urls);

/** Another login role for the same database. */
async function role(rights: (name: ReturnType<typeof sql.id>) => ReturnType<typeof sql>[]): Promise<string> {
  const name = `role_${randomBytes(4).toString('hex')}`;
  const { adminUrl } = inject('postgres');
  const url = new URL(t.urls.app);
  const admin = connect(Object.assign(new URL(adminUrl), { pathname: url.pathname }).href, 1);
  try {
    await sql`create role ${sql.id(name)} login password 'x'`.execute(admin.db);
    await sql`grant connect on database ${sql.id(url.pathname.slice(1))} to ${sql.id(name)}`.execute(
      admin.db,
    );
    for (const right of rights(sql.id(name))) await right.execute(admin.db);
  } finally {
    await admin.db.destroy();
  }
  return Object.assign(url, { username: name, password: 'x' }).href;
}

describe('production', () => {
  test('starts when everything is safe', async () => {
    await start();
    await start({ SECRET_KEY: '' });
    await start({ BRAND_URLS: 'https://lab.example.com', TRUST_PROXY: '10.0.0.5, 10.0.0.6' });
  });

  test.each([
    [{ SECRET_KEY: 'x' }, 'SECRET_KEY has less than 32 random bytes'],
    [{ SECRET_KEY: 'change-me'.repeat(8) }, 'openssl rand'],
    [{ PUBLIC_URL: 'http://cusp.example.com' }, 'which http://cusp.example.com does not'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ BRAND_URLS: 'http://lab.example.com' }, 'http://lab.example.com'],
    [{ SMTP_URL: '' }, 'SMTP_URL is not set'],
    [{ TRUST_PROXY: 'true' }, 'addresses of your proxies'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'addresses of your proxies'],
    [{ TRUST_PROXY: '10.0.0.5, ::/0' }, 'addresses of your proxies'],
    [{ TRUST_PROXY: '1' }, 'addresses of your proxies'],
    [{ SMTP_URL: 'mailhost' }, 'no address of a mail server'],
    [{ DEMO: '1' }, 'DEMO=1'],
    [{ OTHER_REGION_URL: 'https://eu.cusp.example.com' }, 'npm run region-keys'],
    [{ OTHER_REGION_URL: 'http://eu.cusp.example.com' }, 'which http://eu.cusp.example.com does not'],
  ])('production refuses %j', async (env, words) => {
    await expect(start(env)).rejects.toThrow(words);
  });

  test('production refuses one role for everything, and a role that can become the owner', async () => {
    const words = /DATABASE_URL owns the tables .* DATABASE_OWNER_URL/;
    await expect(start({}, { app: t.urls.owner, owner: t.urls.owner })).rejects.toThrow(words);
    const app = async (rights: Parameters<typeof role>[0]) => ({
      app: await role(rights),
      owner: t.urls.owner,
    });
    await start({}, await app(() => []));
    for (const rights of [
      (name) => [sql`grant cusp_owner to ${name}`],
      (name) => [sql`grant cusp_owner to ${name} with inherit false, set true`],
      (name) => [sql`alter role ${name} superuser`],
      (name) => [sql`grant create on schema public to ${name}`],
      (name) => [sql`create table elsewhere (id int)`, sql`alter table elsewhere owner to ${name}`],
    ] satisfies Parameters<typeof role>[0][])
      await expect(start({}, await app(rights))).rejects.toThrow(words);
    await role(() => [sql`drop table elsewhere`]);
  });

  test('production refuses demo accounts, and reports all problems at once', async () => {
    const email = 'anna.berg@cusp.example';
    const { id } = await createUser(t.services, { email, email_key: email });
    onTestFinished(async () => {
      await t.services.db
        .updateTable('app_user')
        .set({ email: `${id}`, email_key: `${id}` })
        .where('id', '=', id)
        .execute();
    });
    const urls = { app: t.urls.owner, owner: t.urls.owner };
    const wrong = { SECRET_KEY: 'x', PUBLIC_URL: '', SMTP_URL: '', TRUST_PROXY: 'true', DEMO: '1' };
    const error = await start(wrong, urls).catch((refusal: Error) => refusal.message);
    expect(String(error).split('\n  - ')).toHaveLength(8);
    for (const words of [
      'SECRET_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
      'TRUST_PROXY',
      'DEMO=1',
      'DATABASE_URL',
      'anna.berg@cusp.example',
    ])
      expect(error).toContain(words);
  });

  test('production reports wrong settings even if the database is unreachable', async () => {
    const away = 'postgresql://a:b@127.0.0.1:1/cusp';
    await expect(start({ SECRET_KEY: 'x' }, { app: away, owner: away })).rejects.toThrow('SECRET_KEY');
  });
});

test('the two roles of compose.yaml can migrate and serve, and production accepts them', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../compose.yaml'), 'utf8');
  const [, script = ''] = /<<'SQL'\n(.*?)\n\s+SQL\n/s.exec(compose) ?? [];
  // Unique, because roles belong to the whole server, which other tests use too.
  const mark = randomBytes(4).toString('hex');
  const statements = script
    .replaceAll(/cusp(_owner|_app)?\b/g, (name) => `${name}_${mark}`)
    .replaceAll(/:'\w+'/g, "'x'");
  const database = `cusp_${mark}`;
  const { adminUrl } = inject('postgres');
  const admin = connect(adminUrl, 1);
  try {
    await sql`create database ${sql.id(database)}`.execute(admin.db);
    for (const statement of statements.split(';').filter((each) => each.trim()))
      await sql.raw(statement).execute(admin.db);
    const url = (name: string) =>
      Object.assign(new URL(adminUrl), { username: `${name}_${mark}`, password: 'x', pathname: database })
        .href;
    const urls = { app: url('cusp_app'), owner: url('cusp_owner') };
    await start({}, urls);
    await prepareDatabase(urls, 'us');
    await start({}, urls);
    const app = connect(urls.app, 1);
    await sql`insert into login_failure select * from login_failure`.execute(app.db);
    await app.db.destroy();
  } finally {
    await sql`drop database ${sql.id(database)} with (force)`.execute(admin.db);
    await admin.db.destroy();
  }
});

/** Runs the product in a child process on this database. */
async function run(env: Record<string, string>) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...CHILD_ENV,
      PORT: String(port),
      DATA_DIR: t.services.config.dataDir,
      DATABASE_URL: t.urls.app,
      DATABASE_OWNER_URL: t.urls.owner,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { port, child, exit: new Promise((resolve) => child.once('exit', resolve)) };
}

test('an unsafe production exits with the reasons and without a stack, and leaves the database unchanged', async () => {
  const { child, exit } = await run({ ...SAFE, SMTP_URL: '' });
  const words = await text(child.stderr);
  expect(await exit).toBe(1);
  expect(words).toContain('SMTP_URL is not set');
  expect(words).not.toMatch(/\n\s+at /);
});

test('a start with an impossible setting exits with the reason and without a stack', async () => {
  const { child, exit } = await run({ PORT: '70000' });
  const words = await text(child.stderr);
  expect(await exit).toBe(1);
  expect(words).toBe('PORT must be a whole number from 0 to 65535, not "70000"\n');
});

test('a start on a port in use exits with the reason, before it opens the database', async () => {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { child, exit } = await run({
    PORT: String(port),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  const words = await text(child.stderr);
  expect(await exit).toBe(1);
  expect(words).toBe('The port is in use. Name another one with PORT.\n');
});

test('a start with the region of another database exits with the reason and without a stack', async () => {
  const { child, exit } = await run({ REGION: 'eu' });
  const words = await text(child.stderr);
  expect(await exit).toBe(1);
  expect(words.trim()).toBe(
    'This database belongs to the region "us" and cannot be used with REGION=eu, because ids and people of two regions would mix.',
  );
});

test('one process migrates and ends, and those that do not know the owner wait for it', async () => {
  const { urls } = await openEmptyDatabase();
  const elsewhere = { ...SAFE, DATABASE_URL: urls.app, DATABASE_OWNER_URL: 'none' };
  const early = await run(elsewhere);
  const words = await text(early.child.stderr);
  expect(await early.exit).toBe(1);
  expect(words.trim()).toMatch(/^The database is not ready for this release\. Run Cusp with ROLE=migrate/);

  const migrating = await run({
    ...SAFE,
    ROLE: 'migrate',
    DATABASE_URL: urls.app,
    DATABASE_OWNER_URL: urls.owner,
  });
  expect(await migrating.exit).toBe(0);
  await expect(requirePrepared(urls.app, 'eu')).rejects.toThrow('belongs to the region "us"');
  await requirePrepared(urls.app, 'us');
  await requireSafeStart(readConfig(elsewhere), { app: urls.app, owner: urls.app });
  await expect(start({}, { app: urls.app, owner: urls.app })).rejects.toThrow('owns the tables');
}, 60_000);

test('without HOST, a server outside production is reachable only from this machine', async () => {
  const { port, child, exit } = await run({});
  try {
    const answers = (host: string) =>
      fetch(`http://${host}:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(() => answers('localhost'), { timeout: 60_000 }).toBe(true);
    expect(await answers('127.0.0.1')).toBe(true);
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address } of addresses.filter(({ internal, family }) => !internal && family === 'IPv4')) {
      const error = await new Promise((resolve) => {
        connectTo({ host: address, port }, () => resolve('connected')).once('error', resolve);
      });
      expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    }
  } finally {
    child.kill('SIGTERM');
    await exit;
  }
}, 90_000);
