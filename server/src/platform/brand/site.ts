import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';

/** One of the addresses people reach this deployment at. */
export interface Site {
  /** Scheme and host with port, as a browser names the origin. */
  origin: string;
  /** Host without port; what a passkey is bound to. */
  hostname: string;
}

/** The configured address a host belongs to; null for hosts nobody configured, and for bare IP addresses. */
export function siteOf(config: Pick<Config, 'sites'>, host: string | undefined): Site | null {
  for (const address of config.sites) {
    const { origin, hostname, host: known } = new URL(address);
    if (known === host?.toLowerCase() && !isIP(hostname.replace(/[[\]]/g, ''))) return { origin, hostname };
  }
  return null;
}
