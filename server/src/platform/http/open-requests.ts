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
    /** The body is a file: it has no end in time, as long as it keeps moving. */
    isUpload?: boolean;
    /** Not among the open requests of its address: probes, and event streams, which have limits of their own. */
    isUncounted?: boolean;
  }
}

const MIB = 1024 * 1024;

/** How many requests may be open, and how slowly they may move; see `docs/decisions/058-unfinished-requests.md`. */
export const OPEN_REQUEST_LIMITS = {
  /** Headers are whole after so long. */
  headersMs: 20_000,
  /** A body that is no upload is whole after so long. */
  bodyMs: 30_000,
  /** The body of an upload moves at least so many bytes in each window: about 1 KiB a second. */
  uploadWindowMs: 60_000,
  uploadWindowBytes: 64 * 1024,
  /** A reply of which nothing was taken for so long has no reader. */
  readerMs: 120_000,
  /** Open requests. A practice stands behind one address. */
  anAddress: 600,
  inAll: 5000,
  /** Bytes of announced bodies that are held in memory, uploads apart. */
  bytesAnAddress: 64 * MIB,
  bytesInAll: 256 * MIB,
  /** Uploads of one person that are on their way; the page sends one at a time. */
  uploadsAPerson: 10,
  /** What is read and thrown away of a body after its answer; a browser sends all of an upload before it looks. */
  discarded: 8 * MIB,
  discardedUpload: 64 * MIB,
  sweepMs: 5000,
};
export type OpenRequestLimits = typeof OPEN_REQUEST_LIMITS;

/** What a body without a length, or with a length nobody takes, can hold at most. */
const MOST_JSON = MIB;
const MOST_FORM = 6 * MIB;

interface Open {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
  readonly socket: Socket;
  readonly isUpload: boolean;
  readonly begunAt: number;
  readonly begunBytes: number;
  /** When something last moved, and the count of bytes that moved until then. */
  movedAt: number;
  movedBytes: number;
  isRefused: boolean;
  /** Takes it off the open requests of its address. */
  release(): void;
}

/** The requests that this process has open: how many there may be, and which of them move too slowly. */
export class OpenRequests {
  readonly #limits: OpenRequestLimits;
  readonly #now: () => number;
  readonly #open = new Set<Open>();
  readonly #requests: Tally<string>;
  readonly #bytes: Tally<string>;
  readonly #uploads: Tally<number>;

  /** `factor` multiplies the limits of an address and of a person; 0 lifts them. */
  constructor(factor: number, limits: OpenRequestLimits, now = Date.now) {
    const each = (limit: number) => (factor > 0 ? limit * factor : Number.POSITIVE_INFINITY);
    this.#limits = limits;
    this.#now = now;
    this.#requests = new Tally(each(limits.anAddress), limits.inAll);
    this.#bytes = new Tally(each(limits.bytesAnAddress), limits.bytesInAll);
    this.#uploads = new Tally(each(limits.uploadsAPerson));
  }

  /** Watches a request until its reply has ended and its body has come; refuses one too many with 429 or 503. */
  take({ raw, ip, routeOptions }: FastifyRequest, reply: ServerResponse): void {
    const { socket } = raw;
    // Tests hand requests over without a line.
    if (!(socket instanceof Socket)) return;
    const { isUpload = false, isUncounted = false } = routeOptions.config;
    const now = this.#now();
    const begun = { begunAt: now, movedAt: now, begunBytes: socket.bytesRead, movedBytes: socket.bytesRead };
    const address = networkOf(ip);
    const bytes = isUpload ? 0 : heldBy(raw);
    const room = isUncounted ? null : this.#room(address, bytes);
    let isCounted = room === 'taken';
    const release = () => {
      if (isCounted) this.#requests.give(address, 1);
      isCounted = false;
    };
    const open: Open = { request: raw, reply, socket, isUpload, ...begun, isRefused: false, release };
    this.#open.add(open);
    if (hasBody(raw)) raw.on('error', ignore);
    reply.once('close', () => {
      if (room === 'taken') this.#bytes.give(address, bytes);
      this.#settle(open);
    });
    if (room === 'own') throw new Refusal('too_many_requests', { retry_after: RETRY_S });
    if (room === 'all') throw new Refusal('unavailable');
  }

  /** Counts an upload of a person until its reply has ended; refuses one too many with 429. */
  holdUpload(userId: number, reply: ServerResponse): void {
    if (this.#uploads.take(userId, 1) !== 'taken')
      throw new Refusal('too_many_requests', { retry_after: RETRY_S });
    reply.once('close', () => this.#uploads.give(userId, 1));
  }

  /** Ends what has moved too slowly; runs every few seconds. */
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

  /** Bytes that have come over the lines of open requests. */
  get received(): number {
    return this.#sum(({ socket, begunBytes }) => socket.bytesRead - begunBytes);
  }

  /** Bytes of replies that wait to be taken. */
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
   * Reads what is left of a body nobody wants and throws it away: a kept connection stays in step, and a browser
   * looks for the answer only when it has sent everything. Until then the request counts as open.
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
    open.release();
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
    // What has come and is not taken yet waits for us, not for the sender.
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

  /** Lets whoever reads the body answer; when nobody does until the next look, the line is cut. */
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
  const most = headers['content-type']?.startsWith('multipart/') ? MOST_FORM : MOST_JSON;
  return Math.min(most, Number(length ?? most) || 0);
}

interface WatchOptions {
  /** Multiplies the limits of an address and of a person; 0 lifts them. */
  factor: number;
  limits: OpenRequestLimits;
  /** Milliseconds of a clock. */
  now: (() => number) | undefined;
}

/** Watches every request, and looks at those that are open again and again. */
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
