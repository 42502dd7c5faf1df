import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { vi } from 'vitest';

/** Faults of one request between regions. */
export type Mishap =
  /** It never arrives. */
  | 'lost'
  /** It is answered, and the reply is lost. */
  | 'unanswered'
  /** Its reply is truncated. */
  | 'truncated'
  /** It arrives twice. */
  | 'twice';

/** Mishaps by move: the fate of its nth call. All other calls get through. */
export type Plan = Map<string, { at: number; mishap: Mishap }>;

interface BadNetwork {
  plan: Plan;
  /** Number of calls of each move. */
  calls: Map<string, number>;
}

/** Puts mishaps between the two regions of a test, for calls about moves; ends with the file's stubs. */
export function spoilNetwork(): BadNetwork {
  const network: BadNetwork = { plan: new Map(), calls: new Map() };
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const move = String(url).includes('/region/move-') ? moveIn(init) : null;
    if (move === null) return send(url, init);
    const count = (network.calls.get(move) ?? 0) + 1;
    network.calls.set(move, count);
    const planned = network.plan.get(move);
    if (planned?.at !== count) return send(url, init);
    network.plan.delete(move);
    if (planned.mishap === 'lost') throw new TypeError('the request was lost');
    const reply = await send(url, init);
    // A signed request counts once, so its second arrival is refused.
    if (planned.mishap === 'twice') return (await send(url, init)) && reply;
    const body = Buffer.from(await reply.arrayBuffer());
    if (planned.mishap === 'unanswered') throw new TypeError('the answer was lost');
    return new Response(body.subarray(0, Math.floor(body.length / 2)), { status: reply.status });
  });
  return network;
}

/** Loses each call with a name; with a second one, the replies to that call. Call the result to end it. */
export function loseCalls(name: string, unanswered?: string): () => void {
  const send = globalThis.fetch;
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    if (String(url).includes(name)) throw new TypeError('the request was lost');
    const reply = await send(url, init);
    if (unanswered && String(url).includes(unanswered)) throw new TypeError('the answer was lost');
    return reply;
  }) as typeof fetch;
  return () => {
    globalThis.fetch = send;
  };
}

/** Holds the next reply to a call with a name back until `release`; `isAnswered` resolves when it was sent. */
export function holdNextReply(name: string): { isAnswered: Promise<void>; release: () => void } {
  const send = globalThis.fetch;
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const reply = await send(url, init);
    if (!String(url).includes(name)) return reply;
    globalThis.fetch = send;
    answered.resolve();
    await released.promise;
    return reply;
  }) as typeof fetch;
  return { isAnswered: answered.promise, release: released.resolve };
}

/**
 * Spoils the next request for bytes, which uses `http.request` instead of `fetch`. Call the result to end it; it returns
 * whether a request was spoiled.
 */
export function spoilNextBytes(mishap: Mishap): () => boolean {
  const send = http.request as (...args: unknown[]) => ClientRequest;
  let isDone = false;
  const stub = vi.spyOn(http, 'request').mockImplementation(((
    ...args: [url: unknown, options: RequestOptions]
  ) => {
    const [url, options] = args;
    if (isDone || !String(url).includes('/region/move-bytes/')) return send(...args);
    isDone = true;
    const request = send(url, options);
    const end = request.end.bind(request);
    request.end = ((body: Buffer): ClientRequest => {
      if (mishap === 'lost') return request.destroy(new TypeError('the request was lost'));
      // A signed request counts once, so one of the two is refused.
      if (mishap === 'twice')
        send(url, options)
          .on('response', (second) => second.resume())
          .end(body);
      else request.prependListener('response', (reply) => cutOff(reply, mishap === 'truncated' ? 0.5 : 0));
      return end(body);
    }) as ClientRequest['end'];
    return request;
  }) as typeof http.request);
  return () => {
    stub.mockRestore();
    return isDone;
  };
}

/** Ends the connection after a share of an answer. */
function cutOff(reply: IncomingMessage, share: number): void {
  let left = Math.floor(Number(reply.headers['content-length'] ?? 0) * share);
  const push = reply.push.bind(reply);
  reply.push = (chunk: Buffer | null) => {
    if (chunk !== null && left > 0) push(chunk.subarray(0, left));
    left -= chunk?.length ?? 0;
    // What has arrived is read before.
    if (left <= 0) setImmediate(() => reply.destroy(new TypeError('the answer was cut off')));
    return false;
  };
}

function moveIn({ body }: RequestInit): string | null {
  const { move } = JSON.parse(String(body)) as { move?: unknown };
  return typeof move === 'string' ? move : null;
}
