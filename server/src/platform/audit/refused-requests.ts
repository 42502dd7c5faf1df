import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Db } from '../db/database.ts';
import type { Doer } from '../http/actor.ts';
import { networkOf } from '../http/network.ts';
import type { Refusal } from '../http/refusal.ts';
import { type AuditEntry, auditRow } from './audit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    refusedRequests: RefusedRequests;
  }
}

/** Rows of one minute: of one person or address, and in total. Further refusals are only counted. */
const MAX_OF_ONE = 50;
const MAX_IN_ALL = 1000;
/** Ids of one row, so that probing for other people's objects is visible. */
const MAX_IDS = 20;
/** Shorter than any token. */
const ID_OR_CASE_NUMBER = /^(?=.*\d)[A-Z\d-]{1,20}$/i;
const WRITE_EVERY_MS = 60_000;

interface Refused {
  readonly doer: Doer;
  readonly action: AuditEntry['action'];
  readonly code: string | null;
  readonly call: string | null;
  readonly since: Date;
  readonly ids: Set<string>;
  count: number;
}

interface Target {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
}

/**
 * Denied authorisation, rejected input and requests beyond a limit, for the audit log. One row counts equal refusals of
 * a person or address in a minute, so that an attacker cannot fill the disk with them.
 */
class RefusedRequests {
  readonly #services: Target;
  #rows = new Map<string, Refused>();
  #ofOne = new Map<string, number>();

  constructor(services: Target) {
    this.#services = services;
  }

  note(request: FastifyRequest, { status, code }: Pick<Refusal, 'status' | 'code'>): void {
    const action = actionOf(status);
    if (!action) return;
    const { knownAs, ip, method, routeOptions } = request;
    const call = `${method} ${routeOptions.url?.replace(/\/$/, '') ?? 'unknown'}`;
    const holder = knownAs
      ? `${knownAs.userId} ${knownAs.support?.staffId ?? ''} ${networkOf(ip)}`
      : networkOf(ip);
    const doer = { ...knownAs, ip, requestId: request.id };
    const row =
      this.#row([holder, action, code, call], { doer, action, code, call }) ??
      this.#row([holder, action], { doer, action }) ??
      this.#row([action], { doer: { ip: '', requestId: null }, action });
    if (!row) return;
    row.count += 1;
    const { id, no } = (request.params ?? {}) as { id?: unknown; no?: unknown };
    const asked = String(id ?? no ?? '');
    if (ID_OR_CASE_NUMBER.test(asked) && row.ids.size < MAX_IDS) row.ids.add(asked);
  }

  /** The row of a key; a new one only within the limits, which concurrent keys may exceed by a few. */
  #row(
    key: string[],
    { doer, action, code = null, call = null }: Pick<Refused, 'doer' | 'action'> & Partial<Refused>,
  ): Refused | null {
    const name = key.join('\n');
    const known = this.#rows.get(name);
    if (known) return known;
    const [holder = ''] = key;
    const held = this.#ofOne.get(holder) ?? 0;
    const isFull = this.#rows.size >= MAX_IN_ALL;
    if (key.length > 1 && isFull) return null;
    if (key.length > 2 && held >= MAX_OF_ONE) return null;
    this.#ofOne.set(holder, held + 1);
    const row = { doer, action, code, call, since: new Date(), ids: new Set<string>(), count: 0 };
    this.#rows.set(name, row);
    return row;
  }

  /**
   * Writes the counts. Counts that cannot be written are logged as a number and dropped, so that memory stays bounded.
   */
  async write(): Promise<void> {
    const { db, log } = this.#services;
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    this.#ofOne = new Map();
    if (rows.length === 0) return;
    try {
      await db
        .insertInto('audit_log')
        .values(rows.map(({ doer, ...refused }) => auditRow(doer, entryOf(refused))))
        .execute();
    } catch (error) {
      log.error({ err: error, rows: rows.length }, 'could not audit refused requests');
    }
  }
}

function entryOf({ action, code, call, since, count, ids }: Omit<Refused, 'doer'>): AuditEntry {
  const named = code === null ? { is_rest: true } : { code, call };
  const detail = { ...named, count, since: since.toISOString(), ...(ids.size > 0 ? { ids: [...ids] } : {}) };
  return { action, result: 'refused', detail };
}

function actionOf(status: number): AuditEntry['action'] | null {
  if (status === 429) return 'excess_rate_limit_exceeded';
  if ([401, 403, 404, 410].includes(status)) return 'authz_fail';
  return [400, 413, 415].includes(status) ? 'input_validation_fail' : null;
}

/** Counts refused requests and writes them every minute, and when the server closes. */
export const auditRefusedRequests = plugin(async (app: FastifyInstance, services: Target) => {
  const refused = new RefusedRequests(services);
  app.decorate('refusedRequests', refused);
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(() => void refused.write(), WRITE_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await refused.write();
  });
});
