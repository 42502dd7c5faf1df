import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { sql } from 'kysely';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { archivesIn, copiesOf, segmentsOf } from '../backup/archive.ts';
import type { Services } from '../services.ts';

export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
}

/** What is counted in the database is asked at most this often, however often and from how many places it is scraped. */
const ASK_EVERY_MS = 10_000;

/**
 * Metrics of this process, and of the job queues, which all processes share. They hold routes, queues and states, never ids,
 * names or addresses.
 */
export function createMetrics({ db, hub, config }: Services, pool: pg.Pool): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'cusp_http_request_seconds',
    help: 'Time until a reply was sent, by route pattern; streams and downloads until their end',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  });
  new Gauge({
    name: 'cusp_live_streams',
    help: 'Open streams of live updates',
    registers,
    collect() {
      this.set(hub.size);
    },
  });
  new Gauge({
    name: 'cusp_database_connections',
    help: 'Connections of the pool that are open or idle, and requests that wait for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const queues = remembered(async () => {
    const { rows } = await sql<QueueRow>`
      select name, count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
        count(*) filter (where state = 'failed')::int as failed,
        coalesce(extract(epoch from now() - min(start_after) filter (
          where state in ('created', 'retry') and start_after <= now()
        )), 0)::float8 as oldest
      from pgboss.job group by name
    `.execute(db);
    return rows;
  });
  new Gauge({
    name: 'cusp_jobs',
    help: 'Jobs that are due, and jobs that failed for good and are still stored',
    labelNames: ['queue', 'state'] as const,
    registers,
    async collect() {
      for (const { name, waiting, failed } of await queues()) {
        this.set({ queue: name, state: 'waiting' }, waiting);
        this.set({ queue: name, state: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'cusp_job_oldest_seconds',
    help: 'How long the oldest due job of a queue has been waiting',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      for (const { name, oldest } of await queues()) this.set({ queue: name }, oldest);
    },
  });
  const unscanned = remembered(async () => {
    const { rows } = await sql<{ state: string; count: number; oldest: number }>`
      select state, count(*)::int as count, extract(epoch from now() - min(queued_at))::float8 as oldest
      from malware_scan where state in ('waiting', 'due') group by state
    `.execute(db);
    return rows;
  });
  new Gauge({
    name: 'cusp_malware_scans',
    help: 'Files that wait for the malware scanner: closed until then (waiting), or open (due)',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { state, count } of await unscanned()) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'cusp_malware_scan_oldest_seconds',
    help: 'How long the oldest closed file has been waiting for the malware scanner',
    registers,
    async collect() {
      this.set((await unscanned()).find(({ state }) => state === 'waiting')?.oldest ?? 0);
    },
  });
  const { backup } = config;
  const backups = remembered(async () => (backup ? [await newestBackup(backup.dir)] : []));
  for (const kind of ['copy', 'wal'] as const) {
    new Gauge({
      name: `cusp_backup_${kind}_age_seconds`,
      help:
        kind === 'copy'
          ? 'How old the newest full copy in BACKUP_DIR is; 0 without BACKUP_DIR'
          : 'What a lost disk would cost: the age of the newest WAL in BACKUP_DIR; 0 without BACKUP_DIR',
      registers,
      async collect() {
        for (const newest of await backups()) this.set((Date.now() - newest[kind]) / 1000);
      },
    });
  }
  return { registry, requests };
}

/** Times of the newest full copy and the newest WAL in a backup folder. */
async function newestBackup(dir: string): Promise<{ copy: number; wal: number }> {
  const archives = await archivesIn(dir);
  const copies = await Promise.all(archives.map(copiesOf));
  const segments = await Promise.all(archives.map(segmentsOf));
  return {
    copy: Math.max(...copies.flat().map(({ finishedAt }) => Date.parse(finishedAt))),
    wal: Math.max(...segments.map((each) => Math.max(...each.map(({ writtenAt }) => writtenAt)))),
  };
}

interface QueueRow {
  name: string;
  waiting: number;
  failed: number;
  oldest: number;
}

/** Asks again only when the last answer is old; calls at the same moment share one. */
function remembered<T>(ask: () => Promise<T[]>): () => Promise<T[]> {
  let answer: Promise<T[]> = Promise.resolve([]);
  let asked = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - asked > ASK_EVERY_MS) {
      asked = performance.now();
      answer = ask();
      answer.catch(() => {
        asked = Number.NEGATIVE_INFINITY;
      });
    }
    return answer;
  };
}

/** Measures each request. */
export const measureRequests = plugin(async (app: FastifyInstance, { requests }: Metrics) => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
});
