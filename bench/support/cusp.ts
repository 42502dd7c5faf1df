import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@cusp/local-postgres/free-port';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { startLocalPostgres } from '@cusp/local-postgres/start';
import { prepareRoles } from '../../server/src/platform/db/open.ts';
import { prepareDatabase } from '../../server/src/platform/db/prepare.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Ground {
  dataDir: string;
  secret: string;
  /** `admin` is the superuser, for filling tables without checks. */
  urls: { app: string; owner: string; admin: string };
  end(): Promise<void>;
}

/**
 * A new, migrated database in a temporary folder; with `kept`, the database in that folder, which is not deleted.
 * Without `fsync` it loses everything when the machine stops, which makes loading quicker.
 */
export async function prepareGround({
  kept,
  region = 'us',
  fsync = true,
}: {
  kept?: string | undefined;
  region?: 'us' | 'eu';
  fsync?: boolean;
} = {}): Promise<Ground> {
  const dataDir = kept ?? (await scratchFolder('cusp-bench-'));
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), fsync });
  const roles = await prepareRoles(postgres.adminUrl, randomBytes(12).toString('hex'));
  await prepareDatabase(roles, region);
  const admin = new URL(postgres.adminUrl);
  admin.pathname = new URL(roles.owner).pathname;
  const urls = { ...roles, admin: admin.href };
  return {
    dataDir,
    urls,
    secret: randomBytes(32).toString('hex'),
    async end() {
      await postgres.stop();
      if (!kept) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Served {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** The product in its own process on that database, as in production. */
export async function serveCusp(ground: Ground, more: Record<string, string> = {}): Promise<Served> {
  return serve(['server/src/main.ts'], {
    NODE_ENV: 'production',
    SECOND_STEP: 'optional',
    PUBLIC_URL: 'https://bench.cusp.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATA_DIR: ground.dataDir,
    DATABASE_URL: ground.urls.app,
    DATABASE_OWNER_URL: ground.urls.owner,
    SECRET_KEY: ground.secret,
    DEMO: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '0',
    ...more,
  });
}

/** Starts a Node program that listens on PORT, by default a free one, and waits until it responds. */
export async function serve(args: string[], env: Record<string, string>): Promise<Served> {
  const port = env.PORT ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`);
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok) break;
    if (attempt > 600) throw new Error(`${args[0]} did not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    process: child,
    stop() {
      child.kill('SIGTERM');
      return new Promise((resolve) => child.once('exit', () => resolve()));
    },
  };
}
