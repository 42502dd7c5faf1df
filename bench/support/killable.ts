import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postmaster } from '@cusp/local-postgres/cluster';
import { freePort } from '@cusp/local-postgres/free-port';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { runningPostgres } from '@cusp/local-postgres/start';
import { openSession } from '../../server/src/modules/identity/sessions.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import { isDatabaseTrouble } from '../../server/src/platform/http/database-trouble.ts';
import type { Services } from '../../server/src/platform/services.ts';
import { within } from '../../server/src/platform/time/within.ts';
import { inTransaction } from '../../server/src/platform/work.ts';
import { createLogger, startServices } from '../../server/src/start-services.ts';

const MAIN = join(import.meta.dirname, '../../server/src/main.ts');
const DATABASE = 'cusp';
const LONGEST_START_MS = 20_000;

/** A deployment with its built-in database, as `npm start` runs it, whose processes can be killed at any moment. */
export class Killable {
  readonly url: string;
  private child: ChildProcess | undefined;
  private isEnding = false;
  /** Its environment, for commands run beside it. */
  readonly settings: Record<string, string>;

  private constructor(env: Record<string, string>) {
    this.settings = env;
    this.url = `http://127.0.0.1:${env.PORT}`;
  }

  /** Starts it and waits until it serves. */
  static async start(settings: Record<string, string>): Promise<Killable> {
    const deployment = new Killable({
      DATA_DIR: await scratchFolder('cusp-killable-'),
      SECRET_KEY: randomBytes(32).toString('hex'),
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '0',
      ...settings,
    });
    deployment.launch();
    await deployment.ready();
    return deployment;
  }

  private launch(): void {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH, HOME, ...this.settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.child = child;
    // A server whose port or folder is still in use by the killed one exits, and is restarted.
    child.once('exit', () => {
      if (this.child === child && !this.isEnding) setTimeout(() => !this.isEnding && this.launch(), 100);
    });
  }

  /** Of the server. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  killServer(): void {
    this.child?.kill('SIGKILL');
  }

  /** Whether there was a process to kill. */
  killDatabase(): boolean {
    const running = postmaster(join(this.settings.DATA_DIR ?? '', 'postgres', 'cluster'));
    if (!running) return false;
    try {
      process.kill(running.pid, 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  async ready(): Promise<void> {
    for (;;) {
      const reply = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => null,
      );
      if (reply?.ok) return;
      await pause(50);
    }
  }

  /** The product's services on its database, in this process. Starts again when a kill cuts the connection. */
  async withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
    for (;;) {
      await this.ready();
      const url = new URL(await this.adminUrl());
      url.pathname = DATABASE;
      const config = readConfig(this.settings);
      const starting = startServices(config, { app: url.href }, createLogger('silent'), { work: false });
      // After a kill the database may be at another port, while this start waits for the former one.
      const running = await within(LONGEST_START_MS, starting).catch(() => null);
      if (!running) {
        void starting.then((late) => late.close()).catch(() => {});
        continue;
      }
      try {
        return await work(running.services);
      } catch (error) {
        if (!isDatabaseTrouble(error)) throw error;
      } finally {
        await running.close().catch(() => {});
      }
    }
  }

  private async adminUrl(): Promise<string> {
    for (;;) {
      try {
        return runningPostgres(join(this.settings.DATA_DIR ?? '', 'postgres'));
      } catch {
        await pause(100);
      }
    }
  }

  /** An access token of a person. */
  token(userId: number): Promise<string> {
    const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: null };
    return this.withServices((services) =>
      inTransaction(services, origin, async (work) => (await openSession(work, userId)).access),
    );
  }

  async end(): Promise<void> {
    this.isEnding = true;
    const { child } = this;
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(this.settings.DATA_DIR ?? '', { recursive: true, force: true });
  }
}
