import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { clusterId } from './back-up.ts';
import { outgoingFiles } from './outgoing.ts';
import type { Shipment } from './ship.ts';

/**
 * Seals finished WAL segments and stored files into the target of backups, in a separate thread because sealing takes
 * processor time. `stop` waits until everything present is sealed; call it after the database has stopped.
 */
export async function startShipping(
  config: Config,
  adminUrl: string,
  walFolder: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ stop(): Promise<void> }> {
  if (!config.backup) return { stop: async () => {} };
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const cluster = await clusterId(client).finally(() => client.end());
  const shipment: Shipment = {
    publicKey: config.backup.publicKey,
    cluster,
    walFolder,
    filesFolder: outgoingFiles(config),
  };
  const worker = new Worker(new URL('./ship.worker.ts', import.meta.url), {
    workerData: { ...shipment, target: config.backup.target },
  });
  worker.on('message', (problem: string) =>
    log.warn({ problem }, 'the target of backups does not take everything; trying again'),
  );
  worker.on('error', (error) => log.warn({ err: error }, 'backups are not written any more'));
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    async stop() {
      worker.postMessage('end');
      await ended;
    },
  };
}
