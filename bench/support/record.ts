import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { buildApp } from '../../server/src/app.ts';
import { openSession } from '../../server/src/modules/identity/sessions.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import type { SignInKind } from '../../server/src/platform/db/tables/identity.ts';
import type { Tables } from '../../server/src/platform/db/tables.ts';
import { inTransaction } from '../../server/src/platform/work.ts';
import { createLogger, startServices } from '../../server/src/start-services.ts';
import type { Recording } from './bare.ts';
import type { Ground } from './cusp.ts';

interface Recorded {
  /** Access token of the requesting person. */
  token: string;
  file: string;
}

/** Requests each path once as a person, and records the statements that Cusp ran and the bytes it sent. */
export async function recordReplies(ground: Ground, userId: number, paths: string[]): Promise<Recorded> {
  const config = readConfig({ DATA_DIR: ground.dataDir, SECRET_KEY: ground.secret });
  const running = await startServices(config, ground.urls, createLogger('silent'), { work: false });
  let statements: Recording[string]['statements'] | null = null;
  const pool = new pg.Pool({ connectionString: ground.urls.app, max: 2 });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements?.push({ sql: query.sql, parameters: [...query.parameters] });
    },
  });
  const services = { ...running.services, db };
  const app = await buildApp(services, { rateLimitFactor: 0 });
  const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: null };
  const { access } = await inTransaction(services, origin, (work) => openSession(work, userId));
  const headers = { authorization: `Bearer ${access}` };
  const recording: Recording = {};
  for (const url of paths) {
    // The first request also checks the session; the comparison is about the steady state.
    await app.inject({ url, headers });
    await new Promise((resolve) => setTimeout(resolve, 200));
    statements = [];
    const reply = await app.inject({ url, headers });
    if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`);
    recording[url] = {
      statements: statements.filter(({ sql }) => /^\s*(select|with)/i.test(sql)),
      body: reply.body,
    };
    statements = null;
  }
  await app.close();
  await db.destroy();
  await running.close();
  const file = join(ground.dataDir, 'recording.json');
  await writeFile(file, JSON.stringify(recording));
  return { token: access, file };
}

/** Signs a person in; returns the value of their cookie, and an access token, which is valid for an hour. */
export async function openWindow(
  ground: Ground,
  userId: number,
  kind: SignInKind = 'customer',
): Promise<{ refresh: string; access: string }> {
  const config = readConfig({ DATA_DIR: ground.dataDir, SECRET_KEY: ground.secret });
  const running = await startServices(config, ground.urls, createLogger('silent'), { work: false });
  const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: null };
  const session = await inTransaction(running.services, origin, (work) => openSession(work, userId, kind));
  await running.close();
  return session;
}

/**
 * The cookie of that session in a browser that opens the server at `origin`; the server sets it as for its HTTPS
 * address.
 */
export const sessionCookie = (refresh: string, origin: string) => ({
  name: '__Host-cusp',
  value: refresh,
  // Browsers refuse such a cookie for http:// but send it to 127.0.0.1, and cookies do not depend on the port.
  url: origin.replace('http:', 'https:'),
  httpOnly: true,
  secure: true,
  sameSite: 'Strict' as const,
});
