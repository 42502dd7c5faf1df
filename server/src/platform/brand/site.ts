import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import { skinOfHost } from './brands.ts';
import { worksAt } from './passkey-domains.ts';

/** One of the addresses at which people reach this deployment. */
export interface Site {
  /** Scheme, host and port, as browsers write an origin. */
  origin: string;
  /** Host without port. */
  hostname: string;
  /** Domain of new passkeys: the host, or a parent domain that several hosts share. */
  rpId: string;
}

/** Host that the person came from, set by another site. Untrusted: compare it with the configured sites. */
export const ORIGINAL_HOST_COOKIE = 'original_host';

type OtherRegion = Pick<Config, 'otherRegionUrl' | 'otherRegionBrandUrls'>;

/** All addresses of the other region, the one for every brand first; empty with a single region. */
export const otherRegionSites = ({ otherRegionUrl, otherRegionBrandUrls }: OtherRegion): string[] =>
  otherRegionUrl === null ? [] : [otherRegionUrl, ...otherRegionBrandUrls];

/** Origin of our configured site with this host; null for unknown hosts and for the host of the request itself. */
export function originalOriginOf(
  config: Pick<Config, 'sites'> & OtherRegion,
  named: string | undefined,
  asked: string | undefined,
): string | null {
  const host = named?.toLowerCase();
  if (!host || host === asked?.toLowerCase()) return null;
  const known = [...config.sites, ...otherRegionSites(config)];
  return known.map((address) => new URL(address)).find((url) => url.host === host)?.origin ?? null;
}

/** Origins of the other region's pages; empty with a single region. */
export const otherRegionOrigins = (config: OtherRegion): string[] => [
  ...new Set(otherRegionSites(config).map((address) => new URL(address).origin)),
];

const siteOfBrand = (sites: readonly string[], key: string): string | undefined =>
  sites.find((address) => skinOfHost(new URL(address).hostname).key === key);

/** The address that people of a brand use, for links in their mails; the first site if the brand has no own one. */
export const addressOfBrand = (
  { sites, publicUrl }: Pick<Config, 'sites' | 'publicUrl'>,
  key: string,
): string => siteOfBrand(sites, key) ?? publicUrl;

/** The other region's address for a brand; null with a single region. */
export const otherRegionOfBrand = (config: OtherRegion, key: string): string | null =>
  siteOfBrand(otherRegionSites(config), key) ?? config.otherRegionUrl;

/** Origins of the configured sites at which passkeys bound to `rpId` work, on any port. */
export const originsOfRpId = ({ sites }: Pick<Config, 'sites'>, rpId: string): string[] =>
  sites
    .map((address) => new URL(address))
    .flatMap(({ hostname, origin }) => (worksAt(rpId, hostname) ? [origin] : []));

/** The configured site that a host belongs to; null for unknown hosts and bare IP addresses. */
export function siteOf(
  config: Pick<Config, 'sites' | 'passkeyDomains'>,
  host: string | undefined,
): Site | null {
  for (const address of config.sites) {
    const { origin, hostname, host: known } = new URL(address);
    if (known === host?.toLowerCase() && !isIP(hostname.replace(/[[\]]/g, ''))) {
      const rpId = config.passkeyDomains.find((domain) => worksAt(domain, hostname)) ?? hostname;
      return { origin, hostname, rpId };
    }
  }
  return null;
}
