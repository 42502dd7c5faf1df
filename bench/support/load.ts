import { Agent, get } from 'node:http';
import autocannon from 'autocannon';
import { percentile } from './table.ts';

export interface Load {
  /** Requests a second. */
  rate: number;
  p50: number;
  p99: number;
}

/** Loads one address for some seconds; any answer but 2xx is an error. */
export async function load(
  url: string,
  {
    seconds,
    connections,
    token,
    rate,
    body,
  }: { seconds: number; connections: number; token?: string; rate?: number; body?: object },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate ? { overallRate: rate } : {}),
    ...(body ? { method: 'POST' as const, body: JSON.stringify(body) } : {}),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
  });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

interface OpenLoad {
  p50: number;
  p99: number;
}

/**
 * Asks at a steady rate, whether answers have come or not, as people do. Times count from the moment a request
 * was due, so that a server that falls behind cannot hide it. Any answer but 200 is an error.
 */
export async function openLoad(
  urlOf: (count: number) => string,
  { rate, seconds, token }: { rate: number; seconds: number; token: string },
): Promise<OpenLoad> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' };
  const began = performance.now();
  const asked: Promise<number>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = began + (count * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    asked.push(timeOf(urlOf(count), headers, due));
  }
  const times = await Promise.all(asked);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

// Not by fetch, which was slower than the server: its p99 for the same answers was two to six times this one's.
const agent = new Agent({ keepAlive: true });

/** Milliseconds from `due` until the last byte has come. */
function timeOf(url: string, headers: Record<string, string>, due: number): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`));
      reply.resume().once('end', () => resolve(performance.now() - due));
    }).once('error', reject);
  });
}
