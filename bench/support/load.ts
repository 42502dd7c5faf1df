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
  }: { seconds: number; connections: number; token?: string; rate?: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate ? { overallRate: rate } : {}),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
