import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import { skinOfHost } from './brands.ts';

/** One of the addresses people reach this deployment at. */
export interface Site {
  /** Scheme and host with port, as a browser names the origin. */
  origin: string;
  /** Host without port; what a passkey is bound to. */
  hostname: string;
}

/** Where a person came from, set by whoever sent them here; never taken at its word. */
export const ORIGINAL_HOST_COOKIE = 'original_host';

/** Origin of the deployment of ours that has this host; null for hosts nobody configured, and for the asked one. */
export function originalOriginOf(
  config: Pick<Config, 'sites' | 'otherRegionUrl'>,
  named: string | undefined,
  asked: string | undefined,
): string | null {
  const host = named?.toLowerCase();
  if (!host || host === asked?.toLowerCase()) return null;
  const known = [...config.sites, ...(config.otherRegionUrl ? [config.otherRegionUrl] : [])];
  return known.map((address) => new URL(address)).find((url) => url.host === host)?.origin ?? null;
}

/** The address people of a brand know, for links in their mails; the first one where the brand has none. */
export const addressOfBrand = (
  { sites, publicUrl }: Pick<Config, 'sites' | 'publicUrl'>,
  key: string,
): string => sites.find((address) => skinOfHost(new URL(address).hostname).key === key) ?? publicUrl;

/** Origins of the configured addresses on one host, without regard to the port. */
export const originsOfHost = ({ sites }: Pick<Config, 'sites'>, hostname: string): string[] =>
  sites.map((address) => new URL(address)).flatMap((url) => (url.hostname === hostname ? [url.origin] : []));

/** The configured address a host belongs to; null for hosts nobody configured, and for bare IP addresses. */
export function siteOf(config: Pick<Config, 'sites'>, host: string | undefined): Site | null {
  for (const address of config.sites) {
    const { origin, hostname, host: known } = new URL(address);
    if (known === host?.toLowerCase() && !isIP(hostname.replace(/[[\]]/g, ''))) return { origin, hostname };
  }
  return null;
}
