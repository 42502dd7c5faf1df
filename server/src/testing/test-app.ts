import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '@cusp/contract/endpoint';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, inject, onTestFinished } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { openGuestSession, openSession } from '../modules/identity/sessions.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { connect, type Db } from '../platform/db/database.ts';
import { urlsOf } from '../platform/db/open.ts';
import type { SignInKind } from '../platform/db/tables/identity.ts';
import type { Services } from '../platform/services.ts';
import { inTransaction } from '../platform/work.ts';
import { createLogger, startServices } from '../start-services.ts';
import { TEMPLATE } from './global-setup.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A person's browser: sends their token, and headers as a form would. */
export interface Client {
  request(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  put(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  delete(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** Value of the session cookie; '' without a session. */
  cookie: string;
  token: string;
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  /** Connection strings of this test's database. */
  urls: { app: string; owner: string; direct: string };
  /** A signed-in client; the same session for repeated calls with one id. */
  as(user: { id: number }): Promise<Client>;
  /** The same with a session of the administration, begun at /adm. */
  asStaff(user: { id: number }): Promise<Client>;
  /** The same with the session of a guest. */
  asGuest(user: { id: number }): Promise<Client>;
  nobody: Client;
  close(): Promise<void>;
}

interface Options {
  config?: Partial<Config>;
  /** Settings of PostgreSQL that the database gives the serving role's sessions, in place of those that Cusp sets. */
  sessions?: Readonly<Record<string, string>>;
  /** Also works on job queues, so that mails are written. */
  work?: boolean;
  rateLimitFactor?: number;
  openRequests?: AppOptions['openRequests'];
  drain?: AppOptions['drain'];
}

let opened: Db | undefined;
/** One connection of the superuser for all applications of a process. */
const adminOf = (url: string): Db => (opened ??= connect(url, 1).db);

/** The real application on its own database, copied from the migrated template. */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const { adminUrl, password } = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const admin = adminOf(adminUrl);
  // Copying files is faster than logging each page for such a small template.
  await sql`
    create database ${sql.id(database)} template ${sql.id(TEMPLATE)} owner cusp_owner strategy file_copy
  `.execute(admin);
  for (const [name, value] of Object.entries(options.sessions ?? {}))
    await sql`
      alter role cusp_app in database ${sql.id(database)} set ${sql.id(name)} = ${sql.lit(value)}
    `.execute(admin);
  const urls = pooled(urlsOf(adminUrl, password, database));

  const dataDir = await mkdtemp(join(tmpdir(), 'cusp-data-'));
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString('hex'),
      // Opening a connection takes time; tests of races ask for more.
      DATABASE_POOL_SIZE: '2',
      DATABASE_KEEPS_PLANS: inject('pooler') ? '0' : '1',
    }),
    webDir: null,
    ...options.config,
  };
  const running = await startServices(config, urls, createLogger(process.env.TEST_LOG ?? 'silent'), {
    work: options.work ?? false,
  });
  const app = await buildApp(running.services, {
    checkReplies: true,
    rateLimitFactor: options.rateLimitFactor ?? 0,
    ...(options.openRequests ? { openRequests: options.openRequests } : {}),
    ...(options.drain ? { drain: options.drain } : {}),
  });
  const clients = new Map<string, Promise<Client>>();

  async function signIn(userId: number, kind: SignInKind | 'guest'): Promise<Client> {
    const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: null };
    const session = await inTransaction(running.services, origin, (work) =>
      kind === 'guest' ? openGuestSession(work, userId, null) : openSession(work, userId, kind),
    );
    return clientFor(app, session.access, session.refresh);
  }

  function clientOf(userId: number, kind: SignInKind | 'guest'): Promise<Client> {
    const key = `${kind} ${userId}`;
    const known = clients.get(key) ?? signIn(userId, kind);
    clients.set(key, known);
    return known;
  }

  return {
    app,
    services: running.services,
    urls,
    as: ({ id }) => clientOf(id, 'customer'),
    asStaff: ({ id }) => clientOf(id, 'staff'),
    asGuest: ({ id }) => clientOf(id, 'guest'),
    nobody: clientFor(app, '', ''),
    async close() {
      running.services.hub.drain();
      await app.close();
      await running.close();
      await sql`drop database ${sql.id(database)} with (force)`.execute(admin);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The serving role goes through PgBouncer if the run has one. */
function pooled<T extends { app: string }>(urls: T): T {
  const port = inject('pooler');
  if (port === null) return urls;
  const app = new URL(urls.app);
  app.port = String(port);
  return { ...urls, app: app.href };
}

/** The same for one test; closed after it. */
export async function openAppForTest(options: Options = {}): Promise<TestApp> {
  const t = await createTestApp(options);
  onTestFinished(() => t.close());
  return t;
}

/** The same for a whole test file; closed after its tests. */
export async function openTestApp(options: Options = {}): Promise<TestApp> {
  const t = await createTestApp(options);
  afterAll(() => t.close());
  return t;
}

export function clientFor(app: FastifyInstance, token: string, cookie: string): Client {
  const request: Client['request'] = (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    return app.inject({
      method,
      url: API_BASE + path,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: isForm ? body : (body as object) }),
    });
  };
  return {
    request,
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, body),
    put: (path, body) => request('PUT', path, body),
    delete: (path, body) => request('DELETE', path, body),
    cookie,
    token,
  };
}
