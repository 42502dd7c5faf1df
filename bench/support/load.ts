import { Agent, get } from 'node:http';
import autocannon from 'autocannon';

export interface Load {
  /** Requests a second. */
  rate: number;
  p50: number;
  p99: number;
}

/** Puts load on one URL for some seconds; any reply but 2xx is an error. */
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

export interface Target {
  urlOf(count: number): string;
  token: string;
  /** Milliseconds of a processor that its server and database have used so far. */
  used?(): number;
}

interface Pace {
  rate: number;
  seconds: number;
}

/**
 * Sends requests to several servers, each at a constant rate and in turn, independent of arriving replies, like people
 * do. Returns the milliseconds of each request from the moment it was due, so that a slow server cannot hide them. Any
 * reply but 200 is an error.
 */
export async function openLoads(targets: readonly Target[], { rate, seconds }: Pace): Promise<number[][]> {
  const began = performance.now();
  const asked = targets.map((): Promise<number>[] => []);
  for (let count = 0; count < rate * seconds * targets.length; count += 1) {
    const due = began + (count * 1000) / rate / targets.length;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const turn = count % targets.length;
    const { urlOf, token } = targets[turn] as Target;
    asked[turn]?.push(timeOf(urlOf(Math.floor(count / targets.length)), token, due));
  }
  return Promise.all(asked.map((each) => Promise.all(each)));
}

/** Milliseconds of one request. */
export const askOnce = ({ urlOf, token }: Target): Promise<number> =>
  timeOf(urlOf(0), token, performance.now());

// `fetch` was slower than the server: its p99 for the same replies was two to six times as long.
const agent = new Agent({ keepAlive: true });

/** Milliseconds from `due` until the last byte has arrived. */
function timeOf(url: string, token: string, due: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`));
      reply.resume().once('end', () => resolve(performance.now() - due));
    }).once('error', reject);
  });
}
