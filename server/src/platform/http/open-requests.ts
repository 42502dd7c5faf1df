import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { networkOf } from './network.ts';
import { Refusal } from './refusal.ts';
import { Tally } from './tally.ts';

declare module 'fastify' {
  interface FastifyInstance {
    openRequests: OpenRequests;
  }
  interface FastifyContextConfig {
    /** The body is a file: it may take any time as long as bytes keep arriving. */
    isUpload?: boolean;
    /** Does not count towards the limits of its address: probes, and event streams, which have their own limits. */
    isUncounted?: boolean;
  }
}

const MIB = 1024 * 1024;

/** Limits on how many requests may be open, and how slow they may be (`docs/decisions/058-unfinished-requests.md`). */
export const OPEN_REQUEST_LIMITS = {
  /** Time limit for the headers. */
  headersMs: 20_000,
  /** Time limit for a body other than an upload. */
  bodyMs: 30_000,
  /** An upload must transfer at least `uploadWindowBytes` in each such window: about 1 KiB a second. */
  uploadWindowMs: 60_000,
  uploadWindowBytes: 64 * 1024,
  /** A reply that is not read for this long is abandoned. */
  readerMs: 120_000,
  /** Open requests of one address, which a whole practice may share. */
  anAddress: 600,
  inAll: 5000,
  /** Announced body bytes held in memory for one address, not counting uploads. */
  bytesAnAddress: 64 * MIB,
  bytesInAll: 256 * MIB,
  /** Concurrent uploads of one person; the page sends one at a time. */
  uploadsAPerson: 10,
  /** Body bytes read and discarded after the reply; a browser sends a whole upload before it reads the reply. */
  discarded: 8 * MIB,
  discardedUpload: 64 * MIB,
  sweepMs: 5000,
};
export type OpenRequestLimits = typeof OPEN_REQUEST_LIMITS;

/** Largest body without a declared length, or with one that is refused. */
const MAX_JSON = MIB;
const MAX_FORM = 6 * MIB;

interface Open {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
  readonly socket: Socket;
  readonly isUpload: boolean;
  readonly begunAt: number;
  readonly begunBytes: number;
  /** When bytes were last transferred, and the total until then. */
  movedAt: number;
  movedBytes: number;
  isRefused: boolean;
  readonly address: string;
  /** Its share of the limits of its address. */
  isCounted: boolean;
  readonly heldBytes: number;
}

/** The open requests of this process: limits their number and ends those that are too slow. */
class OpenRequests {
  readonly #limits: OpenRequestLimits;
  readonly #now: () => number;
  readonly #open = new Set<Open>();
  readonly #requests: Tally<string>;
  readonly #bytes: Tally<string>;
  readonly #uploads: Tally<number>;

  /** `factor` multiplies the limits per address and per person; 0 disables them. */
  constructor(factor: number, limits: OpenRequestLimits, now = Date.now) {
    const each = (limit: number) => (factor > 0 ? limit * factor : Number.POSITIVE_INFINITY);
    this.#limits = limits;
    this.#now = now;
    this.#requests = new Tally(each(limits.anAddress), limits.inAll);
    this.#bytes = new Tally(each(limits.bytesAnAddress), limits.bytesInAll);
    this.#uploads = new Tally(each(limits.uploadsAPerson));
  }

  /** Watches a request until its reply has ended and its body has arrived; refuses with 429 or 503 beyond a limit. */
  take({ raw, ip, routeOptions }: FastifyRequest, reply: ServerResponse): void {
    const { socket } = raw;
    // Requests injected by tests have no real socket.
    if (!(socket instanceof Socket)) return;
    const { isUpload = false, isUncounted = false } = routeOptions.config;
    const now = this.#now();
    const begun = { begunAt: now, movedAt: now, begunBytes: socket.bytesRead, movedBytes: socket.bytesRead };
    const address = networkOf(ip);
    const bytes = isUpload ? 0 : heldBy(raw);
    const room = isUncounted ? null : this.#room(address, bytes);
    const isCounted = room === 'taken';
    const share = { address, isCounted, heldBytes: isCounted ? bytes : 0 };
    const open: Open = { request: raw, reply, socket, isUpload, ...begun, isRefused: false, ...share };
    this.#open.add(open);
    if (hasBody(raw)) raw.on('error', ignore);
    reply.on('close', () => {
      this.#bytes.give(address, open.heldBytes);
      this.#settle(open);
    });
    if (room === 'own') throw new Refusal('too_many_requests', { retry_after: RETRY_S });
    if (room === 'all') throw new Refusal('unavailable');
  }

  /** Counts an upload of a person until its reply has ended; refuses with 429 beyond the limit. */
  holdUpload(userId: number, reply: ServerResponse): void {
    if (this.#uploads.take(userId, 1) !== 'taken')
      throw new Refusal('too_many_requests', { retry_after: RETRY_S });
    reply.once('close', () => this.#uploads.give(userId, 1));
  }

  /** Ends requests that were too slow; runs every few seconds. */
  sweep(): void {
    for (const open of this.#open) {
      if (open.socket.destroyed || isOver(open)) this.#drop(open);
      else if (!open.request.complete) this.#lookAtBody(open);
      else this.#lookAtReply(open);
    }
  }

  get size(): number {
    return this.#open.size;
  }

  /** Bytes received by open requests. */
  get received(): number {
    return this.#sum(({ socket, begunBytes }) => socket.bytesRead - begunBytes);
  }

  /** Bytes of replies that wait to be read. */
  get waiting(): number {
    return this.#sum(({ socket }) => socket.writableLength);
  }

  #sum(of: (open: Open) => number): number {
    return [...this.#open].reduce((sum, open) => sum + of(open), 0);
  }

  #room(address: string, bytes: number): 'taken' | 'own' | 'all' {
    const request = this.#requests.take(address, 1);
    if (request !== 'taken') return request;
    const body = this.#bytes.take(address, bytes);
    if (body !== 'taken') this.#requests.give(address, 1);
    return body;
  }

  /**
   * Reads and discards the rest of an unwanted body: a keep-alive connection stays in sync, and a browser reads the
   * reply only after it has sent everything. Until then the request counts as open.
   */
  #settle(open: Open): void {
    const { request, socket } = open;
    if (request.complete || socket.destroyed) return void this.#drop(open);
    request.once('end', () => this.#drop(open));
    request.once('close', () => this.#drop(open));
    request.unpipe();
    request.resume();
  }

  #drop(open: Open): void {
    this.#open.delete(open);
    if (open.isCounted) this.#requests.give(open.address, 1);
    open.isCounted = false;
  }

  #lookAtBody(open: Open): void {
    const now = this.#now();
    const { request, reply, socket } = open;
    if (open.isRefused) return void socket.destroy();
    const { discarded, discardedUpload, bodyMs } = this.#limits;
    const most = open.isUpload ? discardedUpload : discarded;
    if (reply.writableEnded && socket.bytesRead - open.begunBytes > most) return void this.#refuse(open);
    if (!open.isUpload) {
      if (now - open.begunAt >= bodyMs) this.#refuse(open);
      return;
    }
    // Bytes that have arrived but are unread wait for us, not for the sender.
    const hasMoved = socket.bytesRead - open.movedBytes >= this.#limits.uploadWindowBytes;
    if (hasMoved || request.readableLength > 0) {
      open.movedAt = now;
      open.movedBytes = socket.bytesRead;
    } else if (now - open.movedAt >= this.#limits.uploadWindowMs) this.#refuse(open);
  }

  #lookAtReply(open: Open): void {
    const { socket } = open;
    const taken = socket.bytesWritten - socket.writableLength;
    const now = this.#now();
    if (socket.writableLength === 0 || taken !== open.movedBytes) {
      open.movedAt = now;
      open.movedBytes = taken;
    } else if (now - open.movedAt >= this.#limits.readerMs) socket.destroy();
  }

  /** Lets the reader of the body answer first; cuts the connection if it has not by the next sweep. */
  #refuse(open: Open): void {
    open.isRefused = true;
    if (open.reply.headersSent) open.socket.destroy();
    else open.request.emit('error', new Refusal('request_too_slow'));
  }
}

const RETRY_S = 5;

const ignore = () => {};

const isOver = ({ request, reply }: Open): boolean => request.complete && reply.writableFinished;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Bytes that a body will hold in memory until its request is answered. */
function heldBy(request: IncomingMessage): number {
  if (!hasBody(request)) return 0;
  const { headers } = request;
  const length = headers['content-length'];
  const most = headers['content-type']?.startsWith('multipart/') ? MAX_FORM : MAX_JSON;
  return Math.min(most, Number(length ?? most) || 0);
}

interface WatchOptions {
  /** Multiplies the limits per address and per person; 0 disables them. */
  factor: number;
  limits: OpenRequestLimits;
  /** Clock in milliseconds; for tests. */
  now: (() => number) | undefined;
}

/** Watches all requests and sweeps the open ones regularly. */
export const watchOpenRequests = plugin(
  async (app: FastifyInstance, { factor, limits, now }: WatchOptions) => {
    const open = new OpenRequests(factor, limits, now);
    app.decorate('openRequests', open);
    app.addHook('onRequest', async (request, reply) => open.take(request, reply.raw));
    const timer = setInterval(() => open.sweep(), limits.sweepMs);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
  },
);
