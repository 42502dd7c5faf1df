import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { sql } from 'kysely';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { archivesIn, copiesOf, segmentsOf } from '../backup/archive.ts';
import { openTarget } from '../backup/target.ts';
import type { BackupTarget } from '../config/settings.ts';
import type { Services } from '../services.ts';

export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
}

/** Backups may be in a bucket, where each request costs money. */
const LOOK_EVERY_MS = 60_000;
/** Minimum interval of database queries for metrics, regardless of the number of scrapes. */
const ASK_EVERY_MS = 10_000;

/**
 * Metrics of this process, and of the job queues, which all processes share. They contain routes, queues and states,
 * but no ids, names or addresses.
 */
export function createMetrics({ db, replica, hub, config }: Services, pool: pg.Pool): Metrics {
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
  if (replica)
    new Gauge({
      name: 'cusp_reads_apart',
      help: 'Lists and counts since the start by the database that answered them',
      labelNames: ['by'] as const,
      registers,
      collect() {
        this.set({ by: 'replica' }, replica.reads.replica);
        this.set({ by: 'primary' }, replica.reads.primary);
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
      from malware_scan join case_file on case_file.id = file_id
      join dental_case on dental_case.id = case_id
      join app_user as author on author.id = author_id and author.presence = 'home'
      where state in ('waiting', 'due') group by state
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
  const backups = remembered(async () => (backup ? [await newestBackup(backup.target)] : []), LOOK_EVERY_MS);
  for (const kind of ['copy', 'wal'] as const) {
    new Gauge({
      name: `cusp_backup_${kind}_age_seconds`,
      help:
        kind === 'copy'
          ? 'How old the newest full copy is; 0 without backups'
          : 'What a lost disk would cost: the age of the newest backed up WAL; 0 without backups',
      registers,
      async collect() {
        for (const newest of await backups()) this.set((Date.now() - newest[kind]) / 1000);
      },
    });
  }
  return { registry, requests };
}

/** Times of the newest full copy and the newest WAL of a backup. */
async function newestBackup(wanted: BackupTarget): Promise<{ copy: number; wal: number }> {
  const archives = await archivesIn(await openTarget(wanted));
  const newest = { copy: Number.NEGATIVE_INFINITY, wal: Number.NEGATIVE_INFINITY };
  for (const archive of archives) {
    const copy = (await copiesOf(archive)).at(-1);
    newest.copy = Math.max(newest.copy, Date.parse(copy?.finishedAt ?? '') || newest.copy);
    for (const { writtenAt } of await segmentsOf(archive, '', copy?.startSegment))
      newest.wal = Math.max(newest.wal, writtenAt);
  }
  return newest;
}

interface QueueRow {
  name: string;
  waiting: number;
  failed: number;
  oldest: number;
}

/** Refreshes only an old answer; concurrent calls share one. */
function remembered<T>(ask: () => Promise<T[]>, everyMs = ASK_EVERY_MS): () => Promise<T[]> {
  let answer: Promise<T[]> = Promise.resolve([]);
  let asked = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - asked > everyMs) {
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
