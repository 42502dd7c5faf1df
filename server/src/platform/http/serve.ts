import {
  ACTION_ID_HEADER,
  API_BASE,
  type Endpoint,
  type Parsed,
  type Support,
  supportOf,
} from '@cusp/contract/endpoint';
import { ENDPOINTS } from '@cusp/contract/endpoints';
import type { FieldIssue } from '@cusp/contract/error-body';
import { maskPatients } from '@cusp/contract/patient';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { AuditEntry } from '../audit/audit.ts';
import { checkingEmits } from '../events/recorded-events.ts';
import { MissingBytes } from '../files/storage.ts';
import { activeTracing } from '../tracing/traced.ts';
import { type Actor, isMasked } from './actor.ts';
import { checkReply } from './check-reply.ts';
import { issueWords } from './issue-words.ts';
import { allowOtherRegion } from './other-region-pages.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Finds the signed-in person and checks whether their session may use the endpoint. Throws `not_signed_in`,
     * `second_step_needed` for a session that can only set up its second step, `agreement_needed` for a change before
     * an agreement is accepted, and `forbidden` for a session of the wrong kind or without the staff flag. Set by the
     * identity module.
     */
    authenticate(request: FastifyRequest, by: 'header' | 'cookie', door?: Door): Promise<Actor>;
    /** Appends to the audit log. */
    audit(actor: Actor, entry: AuditEntry): Promise<void>;
    /** Also validates replies and recorded events against the contract; on in tests and development. */
    checkReplies: boolean;
    /** Multiplies every rate limit; 0 disables them (for benches). */
    rateLimitFactor: number;
  }
  interface FastifyRequest {
    /** The person of the session, also if it may not use the endpoint; null until known. */
    knownAs: Pick<Actor, 'userId' | 'sessionId' | 'support'> | null;
  }
}

/**
 * The parts of an endpoint that decide which sessions may use it; sessions of support and of guests are excluded by
 * default.
 */
export interface Door
  extends Pick<Endpoint, 'evenUnsecured' | 'withoutAgreement' | 'alsoStaff' | 'staff' | 'guests'> {
  /** Whether the endpoint changes data. */
  readonly changes?: boolean;
  readonly support?: Support;
  /** Method and path of the endpoint, for the audit log of support sessions. */
  readonly call?: string;
}

/** Requests per minute of one address, which a whole practice may share. */
export const REQUESTS_A_MINUTE = 3000;

interface Call<E extends Endpoint> extends Parsed<E> {
  /** Null on public endpoints. */
  actor: E extends { access: 'public' } ? null : Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<E extends Endpoint> = E extends { reply: z.ZodType } ? z.input<E['reply']> : unknown;
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/**
 * Serves one endpoint of the contract, with and without its trailing slash: checks access, parses the input, calls the
 * handler. For bytes and streams the handler answers through `reply` and returns it.
 */
export function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const refuseTooMany = limitByPerson(app, endpoint);
  const { method, evenUnsecured, withoutAgreement, alsoStaff, staff, guests } = endpoint as Endpoint;
  const door: Door = {
    changes: method !== 'GET' && method !== 'HEAD',
    ...(evenUnsecured ? { evenUnsecured } : {}),
    ...(withoutAgreement ? { withoutAgreement } : {}),
    ...(alsoStaff ? { alsoStaff } : {}),
    ...(staff ? { staff } : {}),
    ...(guests ? { guests } : {}),
    support: supportOf(endpoint),
    call: `${endpoint.method} ${endpoint.path}`,
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor =
      endpoint.access === 'public'
        ? null
        : await app.authenticate(request, endpoint.access === 'cookie' ? 'cookie' : 'header', door);
    if (actor) await refuseTooMany(request);
    if (endpoint.isUpload && actor) app.openRequests.holdUpload(actor.userId, reply.raw);
    const call = {
      params: parse(endpoint.params, request.params, 'params'),
      query: parse(endpoint.query, request.query, 'query'),
      body: endpoint.encoding === 'multipart' ? undefined : parse(endpoint.body, request.body, 'body'),
      actor,
      request,
      reply,
    } as unknown as Call<E>;
    const handle = endpoint.reply === 'bytes' ? () => lookingAgain(() => handler(call)) : () => handler(call);
    const result = await (app.checkReplies ? checkingEmits(endpoint, handle) : handle());
    if (typeof endpoint.reply === 'string') return result;
    if (endpoint.staff && actor) await auditSearch(app, endpoint, actor, call.query, result);
    reply.header('cache-control', 'no-store');
    const checked = app.checkReplies ? checkReply(endpoint.reply, result) : result;
    return actor && isMasked(actor) ? maskPatients(endpoint.reply, checked) : checked;
  };

  const run = traced(endpoint, answer);

  // Signed-in people have their own count; their address only has the general limit.
  const most = endpoint.access === 'public' ? endpoint.perMinute : endpoint.perMinute && REQUESTS_A_MINUTE;
  const perMinute = (most ?? 0) * app.rateLimitFactor;
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    for (const url of new Set([API_BASE + path, API_BASE + path.replace(/\/$/, '')])) {
      app.route({
        method: endpoint.method,
        url,
        handler: run,
        // Files are sent as they were uploaded.
        ...(endpoint.reply === 'bytes' ? { compress: false } : {}),
        config: {
          ...(perMinute > 0 ? { rateLimit: { max: perMinute, timeWindow: 60_000 } } : {}),
          ...(endpoint.isUpload ? { isUpload: true } : {}),
          ...(endpoint.reply === 'events' ? { isUncounted: true } : {}),
          ...(endpoint.alsoOtherRegion ? { isOpenToOtherRegion: true } : {}),
        },
      });
      if (endpoint.alsoOtherRegion) allowOtherRegion(app, endpoint.method, url);
    }
  }
}

/** Bytes may be removed or replaced between reading their row and reading them; a second look-up detects that. */
async function lookingAgain<T>(handle: () => Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof MissingBytes)) throw error;
    return handle();
  }
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const NAMES = new Map<Endpoint, string>(ENDPOINTS.map(({ name, endpoint }) => [endpoint, name]));

/** Replies inside a span named after the use case, if traces have a receiver. */
function traced(endpoint: Endpoint, answer: Answering): Answering {
  const tracing = activeTracing();
  if (!tracing) return answer;
  const facts = {
    name: NAMES.get(endpoint) ?? endpoint.path,
    kind: 'server' as const,
    attributes: { 'http.request.method': endpoint.method, 'http.route': API_BASE + endpoint.path },
  };
  return (request, reply) =>
    tracing.run(facts, () => answer(request, reply), {
      parent: traceOfProxy(request),
      outcome: (error) => {
        const refusal = error instanceof Refusal ? error : null;
        // Errors of Fastify and its plugins have their own status.
        const { statusCode = 500 } = (error ?? reply) as { statusCode?: number };
        const status = refusal?.status ?? statusCode;
        const attributes = {
          'http.response.status_code': status,
          ...(refusal ? { 'error.type': refusal.code } : {}),
        };
        return { attributes, failed: status >= 500 };
      },
    });
}

/**
 * The trace that a trusted proxy has begun. Traces of other callers are not continued, because they could then choose
 * our trace ids and which requests are traced. `ips` has more than one address only if the request came from an address
 * of `TRUST_PROXY`.
 */
function traceOfProxy({ ips, headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return ips && ips.length > 1 && typeof traceparent === 'string' ? traceparent : undefined;
}

/** Records a search of a staff list in the audit log: the number of hits, but not its text. */
async function auditSearch(
  app: FastifyInstance,
  { path }: Endpoint,
  actor: Actor,
  query: unknown,
  answer: unknown,
): Promise<void> {
  const { search } = (query ?? {}) as { search?: unknown };
  if (typeof search !== 'string' || search.trim() === '') return;
  const { page } = answer as { page?: { total_num: number; is_cut?: true } };
  // Searches without pages are exports, which are audited with their rows.
  if (!page) return;
  const detail = { list: path, hits: page.total_num, ...(page.is_cut ? { is_cut: true } : {}) };
  await app.audit(actor, { action: 'sensitive_read', detail });
}

/** Limits the requests of each person to an endpoint with `perMinute`. */
function limitByPerson(app: FastifyInstance, { perMinute, access }: Endpoint) {
  if (!perMinute || access === 'public' || app.rateLimitFactor === 0) return async () => {};
  const count = app.createRateLimit({
    max: perMinute * app.rateLimitFactor,
    timeWindow: 60_000,
    keyGenerator: (request) => String(request.knownAs?.userId),
  });
  return async (request: FastifyRequest) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new Refusal('too_many_requests', { retry_after: counted.ttlInSeconds });
  };
}

/**
 * Parses one part of the input and refuses with all issues by field. A malformed id in the path is a 404, not a 400.
 */
export function parse<S extends z.ZodType>(schema: S | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const given = part === 'body' && value === null ? undefined : value;
  const result = schema.safeParse(given, { error: issueWords });
  if (result.success) return result.data;
  if (part === 'params') throw new Refusal('not_found');
  throw new Refusal('invalid_input', { errors: result.error.issues.map(fieldIssue) });
}

function fieldIssue(issue: z.core.$ZodIssue): FieldIssue {
  return { field: issue.path.join('.'), code: issue.code ?? 'custom', message: issue.message };
}

/** The tab's `action-id`, truncated to its maximum length. */
export function actionIdOf(request: FastifyRequest): string | null {
  const value = request.headers[ACTION_ID_HEADER];
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;
}
