import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicUrl, lookupPublic } from '../../platform/http/public-address.ts';

const PATIENCE_MS = 10_000;

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
        signal: AbortSignal.timeout(PATIENCE_MS),
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
