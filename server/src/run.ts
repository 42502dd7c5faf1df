import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildApp } from './app.ts';
import { buildHealthApp } from './health-app.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { WrongSetting } from './platform/config/wrong-setting.ts';
import { openDatabase, UnfinishedRestore } from './platform/db/open.ts';
import { NotMigrated, prepareDatabase, requirePrepared } from './platform/db/prepare.ts';
import { WrongRegion } from './platform/region/stored-region.ts';
import type { Services } from './platform/services.ts';
import { requireSafeStart, startWarnings, UnsafeStart } from './safe-start.ts';
import { createLogger, logDestination, startServices } from './start-services.ts';

/** Seeds the database before the server listens; returns lines to print afterwards. */
type Fill = (config: Config, urls: { app: string }, services: Services) => Promise<string[]>;

/** Orchestrators kill a process after a minute, without logging what it was doing. */
const STOP_MS = 50_000;

/** Fails on a port that is in use, before a database and a demo practice are created in vain. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  // Connections that arrive during the check must not keep it from closing.
  const server = createServer((socket) => socket.destroy()).listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function start(fill: Fill): Promise<void> {
  const config = readConfig();
  if (config.role !== 'migrate') await requireFreePort(config);
  const log = createLogger(config.logLevel, logDestination(config.logLevel, config.logTargets));
  // Before the objects that it traces are created; loaded only if traces have a receiver.
  const traces =
    config.tracing && (await import('./platform/tracing/export-traces.ts')).startTracing(config.tracing);
  const database = await openDatabase(config, log);
  let stopping: Promise<void> | null = null;
  let end = () => database.stop();
  const stop = () => {
    if (stopping) return;
    setTimeout(() => {
      log.error({ open: process.getActiveResourcesInfo() }, 'not stopped in time');
      process.exit(1);
    }, STOP_MS).unref();
    stopping = end()
      .then(() => traces?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'not stopped cleanly');
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    if (config.production) await requireSafeStart(config, database);
    for (const warning of startWarnings(config)) log.warn(warning);
    if (config.migrates) {
      const ran = await prepareDatabase(database, config.region, config);
      if (ran.length > 0) log.info({ migrations: ran.length, first: ran[0], last: ran.at(-1) }, 'migrated');
    } else await requirePrepared(database.app, config.region);
    if (config.role === 'migrate') {
      console.info('The database is up to date.');
      return stop();
    }
    const running = await startServices(config, database, log, { work: config.role !== 'web' });
    end = async () => {
      await running.close();
      await database.stop();
    };
    const lines = await fill(config, database, running.services);
    const metrics =
      config.metrics &&
      (await import('./platform/metrics/metrics.ts')).createMetrics(running.services, running.pool);
    const app =
      config.role === 'work'
        ? await buildHealthApp(running.services)
        : await buildApp(running.services, {
            checkReplies: ['development', 'test'].includes(process.env.NODE_ENV ?? ''),
            rateLimitFactor: config.rateLimitFactor,
            metrics,
          });
    const scraped =
      config.metrics &&
      metrics &&
      (await (
        await import('./platform/metrics/serve-metrics.ts')
      ).serveMetrics(metrics, config.metrics, log));
    end = async () => {
      scraped?.close();
      running.services.hub.drain();
      await app.close();
      await running.close();
      await database.stop();
    };
    await app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' });
    for (const line of [`Cusp is running at ${config.publicUrl}`, ...lines]) console.info(line);
  } catch (error) {
    if (stopping) return;
    await end().catch(() => {});
    throw error;
  }
}

/** A message without a stack for problems that the operator can fix. */
function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (
    error instanceof WrongSetting ||
    error instanceof UnsafeStart ||
    error instanceof WrongRegion ||
    error instanceof NotMigrated ||
    error instanceof UnfinishedRestore ||
    error.name === 'DataDirInUse'
  )
    return error.message;
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use. Name another one with PORT.';
  if ('code' in error && error.code === 'EACCES' && 'port' in error)
    return `Port ${error.port} needs more rights than this user has. Name another one with PORT.`;
  return null;
}

/** Starts everything. A signal ends it in order: requests in flight, streams, jobs, database. */
export async function run(fill: Fill = async () => []): Promise<void> {
  await start(fill).catch((error: unknown) => {
    console.error(explain(error) ?? error);
    process.exit(1);
  });
}
