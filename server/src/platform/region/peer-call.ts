import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '../db/database.ts';
import { readAtMost } from '../http/read-at-most.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
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
}

const SealedBody = z.object({ sealed: z.string() });

const pathOf = ({ name }: PeerCall): string => `/region/${name}/`;

/** How long to wait for the other region; the person who asked is waiting too. */
const PATIENCE_MS = 5_000;
const MOST_BYTES = 1024 * 1024;

/**
 * Calls the other region.
 * @throws Refusal `region_unreachable` when it is down, slow, or answers with something else than the call's reply.
 */
export async function askPeer<In extends z.ZodType, Out extends z.ZodType>(
  { config, log }: Services,
  call: PeerCall<In, Out>,
  input: z.input<In>,
): Promise<z.output<Out>> {
  const { peer, region } = config;
  if (!peer) throw new Error('no other region is configured');
  const path = pathOf(call);
  const id = randomUUID();
  try {
    const sent = call.sealed ? { sealed: await seal(peer, region, { id, path }, input) } : input;
    const body = Buffer.from(JSON.stringify(sent));
    const token = await signRequest(peer, region, { method: 'POST', path, body }, id);
    const reply = await fetch(peer.url + path, {
      method: 'POST',
      headers: { authorization: `Region ${token}`, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await readAtMost(reply, MOST_BYTES);
    if (!reply.ok) throw new Error(refusalOf(reply));
    return call.reply.parse(JSON.parse(text));
  } catch (error) {
    log.warn({ err: error, call: call.name }, 'the other region could not be asked');
    throw new Refusal('region_unreachable');
  }
}

/**
 * Answers a call of the other region. Every other request gets 401: unsigned, signed by another key, for another path
 * or body, outside of its minute, or seen before. `WWW-Authenticate` says why. Without a peer the path does not exist.
 */
export function servePeer<In extends z.ZodType, Out extends z.ZodType>(
  app: FastifyInstance,
  { config, db, log }: Services,
  call: PeerCall<In, Out>,
  answer: (input: z.output<In>) => Promise<z.input<Out>>,
): void {
  const { peer, region } = config;
  if (!peer) return;
  const path = pathOf(call);
  const refuseTooMany = limited(app, call);
  // A scope of its own, because its parser of bodies must not serve other routes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the bytes, so they are parsed after it was verified.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(path, async (request, reply) => {
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
      // Only signed requests count, so that nobody else can use the limit up.
      await refuseTooMany(request);
      const received = call.sealed ? await opened(peer, region, { id: signed.id, path }, body) : jsonOf(body);
      const input = call.body.safeParse(received);
      if (!input.success) throw new Refusal('invalid_input');
      reply.header('cache-control', 'no-store');
      return call.reply.parse(await answer(input.data));
    });
  });
}

/** What a refusal of the other region says, for the log: a wrong clock is fixed by people. */
const refusalOf = ({ status, headers }: Response): string =>
  `the other region answered ${status}: ${headers.get('www-authenticate') ?? 'no reason'}`;

function limited(app: FastifyInstance, call: PeerCall): (request: FastifyRequest) => Promise<void> {
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

/** Forgets requests whose minute is over. */
export async function tidyRegionRequests({ db }: Services): Promise<void> {
  await db.deleteFrom('region_request').where('until', '<', sql<Date>`now()`).execute();
}
