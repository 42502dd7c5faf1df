import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '../db/database.ts';
import { readAtMost } from '../http/read-at-most.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { activeTracing } from '../tracing/traced.ts';
import type { Peer } from './peer.ts';
import type { Region } from './region.ts';
import { openSealed, seal } from './sealed.ts';
import { signRequest, verifyRequest } from './signed-request.ts';

/** A call that one region's servers make to the other's. */
export interface PeerCall<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly body: In;
  readonly reply: Out;
  /** Calls per minute from the whole other region. */
  readonly perMinute: number;
  /** The body is encrypted, so that proxies that end TLS cannot read it: for passwords and other secrets. */
  readonly sealed?: true;
  /** For long replies between servers, which no person waits for: the timeout in milliseconds, and the most bytes. */
  readonly longReply?: { readonly timeoutMs: number; readonly maxBytes: number };
}

/** A call whose reply is bytes instead of JSON. */
export type BytesCall<In extends z.ZodType = z.ZodType> = Omit<PeerCall<In>, 'reply' | 'longReply'>;

const SealedBody = z.object({ sealed: z.string() });

const pathOf = ({ name }: Pick<PeerCall, 'name'>): string => `/region/${name}/`;

/** Timeout of the other region; the requesting person is waiting too. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/**
 * Calls the other region.
 * @throws Refusal `region_unreachable` if it is down, slow, or replies with anything but the call's reply.
 */
export async function askPeer<In extends z.ZodType, Out extends z.ZodType>(
  services: Services,
  call: PeerCall<In, Out>,
  input: z.input<In>,
): Promise<z.output<Out>> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = call.longReply ?? {};
  try {
    const late = AbortSignal.timeout(timeoutMs);
    // No person waits for a long reply, so a stopping server aborts it.
    const signal = call.longReply ? AbortSignal.any([late, services.stopping]) : late;
    const reply = await send(services.config, call, input, signal);
    const text = await readAtMost(reply, maxBytes);
    if (!reply.ok) throw new Error(refusalOf(reply.status, reply.headers.get('www-authenticate')));
    return call.reply.parse(JSON.parse(text));
  } catch (error) {
    services.log.warn({ err: error, call: call.name }, 'the other region could not be asked');
    throw new Refusal('region_unreachable');
  }
}

async function send<In extends z.ZodType>(
  config: Pick<Services['config'], 'peer' | 'region'>,
  call: BytesCall<In>,
  input: z.input<In>,
  signal: AbortSignal,
): Promise<Response> {
  const { url, ...asked } = await signedRequest(config, call, input);
  return fetch(url, { ...asked, redirect: 'error', signal });
}

/** A signed request for a call. */
export async function signedRequest<In extends z.ZodType>(
  { peer, region }: Pick<Services['config'], 'peer' | 'region'>,
  call: BytesCall<In>,
  input: z.input<In>,
) {
  if (!peer) throw new Error('no other region is configured');
  const path = pathOf(call);
  const id = randomUUID();
  const sent = call.sealed ? { sealed: await seal(peer, region, { id, path }, input) } : input;
  const body = Buffer.from(JSON.stringify(sent));
  const token = await signRequest(peer, region, { method: 'POST', path, body }, id);
  const traceparent = activeTracing()?.current();
  return {
    url: peer.url + path,
    method: 'POST',
    headers: {
      authorization: `Region ${token}`,
      'content-type': 'application/json',
      ...(traceparent && { traceparent }),
    },
    body,
  };
}

/**
 * Answers a call of the other region. Every other request gets 401: unsigned, signed by another key, for another path
 * or body, outside of its minute, or replayed. `WWW-Authenticate` has the reason. Without a peer the path does not
 * exist.
 */
export function servePeer<In extends z.ZodType, Out extends z.ZodType>(
  app: FastifyInstance,
  services: Services,
  call: PeerCall<In, Out>,
  answer: (input: z.output<In>) => Promise<z.input<Out>>,
): void {
  serveSigned(app, services, call, async (input, reply) => {
    const answered = call.reply.parse(await answer(input));
    return reply.header('cache-control', 'no-store').send(answered);
  });
}

/** Answers a call with a reply of any content type; the rules are those of `servePeer`. */
export function serveSigned<In extends z.ZodType>(
  app: FastifyInstance,
  { config, db, log }: Services,
  call: BytesCall<In>,
  answer: (input: z.output<In>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { peer, region } = config;
  if (!peer) return;
  const path = pathOf(call);
  const refuseTooMany = limited(app, call);
  // A separate Fastify scope, because its body parser must not serve other routes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the bytes, so they are parsed after it was verified.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Replies are bytes of files or encrypted, so compressing them would take a second for 8 MB and save hardly
    // anything.
    scope.post(path, { compress: false }, async (request, reply) => {
      const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const asked = { method: 'POST', path, body };
      const signed = await verifyRequest(peer, region, scheme === 'Region' ? token : '', asked);
      if ('refused' in signed || !(await isFirst(db, signed))) {
        const reason = 'refused' in signed ? signed.refused : 'it was sent before';
        log.warn({ call: call.name, reason }, 'a request between regions was refused');
        reply.header('www-authenticate', `Region error_description="${reason}"`);
        throw new Refusal('not_signed_in');
      }
      // Only signed requests count, so that other callers cannot use up the limit.
      await refuseTooMany(request);
      const received = call.sealed ? await opened(peer, region, { id: signed.id, path }, body) : jsonOf(body);
      const input = call.body.safeParse(received);
      if (!input.success) throw new Refusal('invalid_input');
      return traced(call, request, () => answer(input.data, reply));
    });
  });
}

/** Replies inside a span that continues the trace of the other region, which has signed the request. */
async function traced<T>(call: BytesCall, { headers }: FastifyRequest, answer: () => Promise<T>): Promise<T> {
  const tracing = activeTracing();
  if (!tracing) return answer();
  const { traceparent } = headers;
  const attributes = { 'http.request.method': 'POST', 'http.route': pathOf(call) };
  return tracing.run({ name: `region ${call.name}`, kind: 'server', attributes }, answer, {
    parent: typeof traceparent === 'string' ? traceparent : undefined,
  });
}

/** Reason of a refusal by the other region, for the log, because an operator has to correct a wrong clock. */
export const refusalOf = (status: number | undefined, reason: string | null | undefined): string =>
  `the other region answered ${status}: ${reason ?? 'no reason'}`;

function limited(app: FastifyInstance, call: BytesCall): (request: FastifyRequest) => Promise<void> {
  if (app.rateLimitFactor === 0) return async () => {};
  const count = app.createRateLimit({
    max: call.perMinute * app.rateLimitFactor,
    timeWindow: 60_000,
    keyGenerator: () => call.name,
  });
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new Refusal('too_many_requests', { retry_after: counted.ttlInSeconds });
  };
}

async function opened(
  peer: Peer,
  region: Region,
  carrier: { id: string; path: string },
  body: Buffer,
): Promise<unknown> {
  const { data } = SealedBody.safeParse(jsonOf(body));
  return data && openSealed(peer, region, carrier, data.sealed);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Remembers a request; false if it was seen before, by any process. */
async function isFirst(db: Db, { id, until }: { id: string; until: Date }): Promise<boolean> {
  const row = await db
    .insertInto('region_request')
    .values({ id, until })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes requests whose minute is over. */
export async function tidyRegionRequests({ db }: Services): Promise<void> {
  await db.deleteFrom('region_request').where('until', '<', sql<Date>`now()`).execute();
}
