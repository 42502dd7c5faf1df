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
