import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicUrl, lookupPublic } from '../../platform/http/public-address.ts';

const TIMEOUT_MS = 10_000;

/**
 * Posts to an address that a browser supplied, and returns the status. In production only to https on the public
 * internet. Redirects are not followed, and the body of the reply is not read.
 */
export function postPush(
  url: URL,
  { headers, body, production }: { headers: Record<string, string>; body: Buffer; production: boolean },
): Promise<number> {
  if (production && !isPublicUrl(url))
    return Promise.reject(new Error('not an address of the public internet'));
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(production ? { lookup: lookupPublic } : {}),
      },
      (reply) => {
        resolve(reply.statusCode ?? 0);
        reply.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Push services answer in less than a second. */
const SLOW_MS = 3_000;
const PAUSE_MS = 60_000;
/** Addresses are supplied by users, so the list must be bounded. */
const MOST = 1_000;

/** End of the pause of each slow host. */
const pauses = new Map<string, number>();

/**
 * Calls a host. After a slow or missing response, calls fail immediately for a minute, and then one call checks whether
 * the host is still slow. Otherwise a few addresses that hang would hold up the messages to all others.
 */
export async function spareSlow<T>(host: string, call: () => Promise<T>): Promise<T> {
  const until = pauses.get(host);
  if (until !== undefined && Date.now() < until) throw new Error(`${host} was slow a moment ago`);
  if (until !== undefined) pause(host);
  const began = Date.now();
  try {
    return await call();
  } finally {
    if (Date.now() - began > SLOW_MS) pause(host);
    else pauses.delete(host);
  }
}

function pause(host: string): void {
  pauses.delete(host);
  pauses.set(host, Date.now() + PAUSE_MS);
  const [oldest] = pauses.keys();
  if (pauses.size > MOST && oldest !== undefined) pauses.delete(oldest);
}
