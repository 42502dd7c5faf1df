import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { UNFINISHED } from '../backup/archive.ts';
import type { Config } from '../config/config.ts';
import { connect, type Db } from './database.ts';
import { START_RETRY_MS } from './retry.ts';

interface DatabaseUrls {
  /** Role that reads and writes rows. */
  app: string;
  /** Role that owns the schema. */
  owner: string;
  /** The role of `app`, without a pooler in between. */
  direct: string;
  /** Superuser of the built-in server; null for an external database. */
  admin: string | null;
  /** Stops the built-in server; does nothing for an external database. */
  stop(): Promise<void>;
}

/** The data directory holds a half-restored backup. */
export class UnfinishedRestore extends Error {}

/** Returns the configured database, or starts the built-in one and creates its two roles. */
export async function openDatabase(
  config: Config,
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>,
): Promise<DatabaseUrls> {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl } = config;
  if (databaseUrl && databaseOwnerUrl && databaseDirectUrl) {
    return {
      app: databaseUrl,
      owner: databaseOwnerUrl,
      direct: databaseDirectUrl,
      admin: null,
      stop: async () => {},
    };
  }
  await mkdir(config.dataDir, { recursive: true });
  if (existsSync(join(config.dataDir, UNFINISHED)))
    throw new UnfinishedRestore(
      `The restore into ${config.dataDir} has not finished. Run npm run restore again.`,
    );
  // Loaded on demand, so that a server with an external database does not load the supervision.
  const { startLocalPostgres } = await import('@cusp/local-postgres/start');
  const postgres = await startLocalPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    archive: config.backup !== null,
    address: config.publicUrl,
    log: (line) => log.debug(line),
    warn: (line) => log.warn(line),
  });
  const password = await keptSecret(join(config.dataDir, 'database-secret'));
  const urls = await prepareRoles(postgres.adminUrl, password);
  if (!config.backup) return { ...urls, admin: postgres.adminUrl, stop: () => postgres.stop() };
  const { startShipping } = await import('../backup/start-shipping.ts');
  const { placesOf } = await import('@cusp/local-postgres/archive');
  const { outgoing } = placesOf(join(config.dataDir, 'postgres'));
  const shipping = await startShipping(config, postgres.adminUrl, outgoing, log);
  return {
    ...urls,
    admin: postgres.adminUrl,
    async stop() {
      // PostgreSQL hands over its last segment when it stops.
      await postgres.stop();
      await shipping.stop();
    },
  };
}

/**
 * Like `openDatabase`, for a command that runs beside a server: joins a built-in database that a running Cusp started,
 * and leaves it running when this process ends.
 */
export async function openOrJoinDatabase(
  config: Config,
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>,
): Promise<DatabaseUrls> {
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DataDirInUse') throw error;
  }
  const { runningPostgres } = await import('@cusp/local-postgres/start');
  const adminUrl = runningPostgres(join(config.dataDir, 'postgres'));
  const password = await keptSecret(join(config.dataDir, 'database-secret'));
  return {
    ...urlsOf(adminUrl, password, DATABASE),
    admin: adminUrl,
    stop: async () => {},
  };
}

/** The role name in a connection string. */
export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** Name of the built-in database. */
const DATABASE = 'cusp';
/** Key of an advisory lock, an arbitrary number: only one process prepares roles at a time. */
const ROLES_LOCK = 4800;

/** Creates the two roles and the database if they are missing; returns their connection strings. */
export async function prepareRoles(adminUrl: string, password: string, database = DATABASE) {
  const admin = connect(adminUrl, 1, { retryMs: START_RETRY_MS });
  try {
    // Roles belong to the whole server, and concurrent changes of the same role fail. Held until the connection ends.
    await sql`select pg_advisory_lock(${ROLES_LOCK})`.execute(admin.db);
    await ensureRole(admin.db, 'cusp_owner', password);
    await ensureRole(admin.db, 'cusp_app', password);
    const found = await sql`select 1 from pg_database where datname = ${database}`.execute(admin.db);
    if (found.rows.length === 0) {
      await sql`create database ${sql.id(database)} owner cusp_owner`.execute(admin.db);
      await sql`revoke all on database ${sql.id(database)} from public`.execute(admin.db);
      await sql`grant connect, temporary on database ${sql.id(database)} to cusp_app`.execute(admin.db);
    }
  } finally {
    await admin.db.destroy();
  }
  return urlsOf(adminUrl, password, database);
}

/** Connection strings of the two roles for a database. */
export function urlsOf(adminUrl: string, password: string, database: string) {
  const app = withRole(adminUrl, 'cusp_app', password, database);
  return { app, owner: withRole(adminUrl, 'cusp_owner', password, database), direct: app };
}

async function ensureRole(db: Db, role: string, password: string): Promise<void> {
  const found = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
  const verb = sql.raw(found.rows.length === 0 ? 'create' : 'alter');
  await sql`${verb} role ${sql.id(role)} login password ${sql.lit(password)}`.execute(db);
}

function withRole(adminUrl: string, role: string, password: string, database: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

/** A random secret in a file, created at first use and readable only by this user. */
export async function keptSecret(path: string): Promise<string> {
  try {
    await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
