import autocannon from 'autocannon';

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
