import { WrongSetting } from '../config/wrong-setting.ts';

/** As browsers compare hosts: lower case, at least two parts, no port. */
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Whether passkeys bound to `rpId` work at a host: it is the host or a domain above it. */
export const worksAt = (rpId: string, hostname: string): boolean =>
  hostname === rpId || hostname.endsWith(`.${rpId}`);

/**
 * The domains of `PASSKEY_DOMAIN`. Throws for a domain that is above no site: a typing error would bind passkeys to the
 * host, and people would have to set them up again.
 */
export function passkeyDomainsOf(list: string | undefined, sites: readonly string[]): string[] {
  const domains = (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const domain of domains)
    if (
      !DOMAIN.test(domain) ||
      !sites.some((site) => URL.canParse(site) && worksAt(domain, new URL(site).hostname))
    )
      throw new WrongSetting(`PASSKEY_DOMAIN needs domains of PUBLIC_URL or BRAND_URLS, not "${domain}"`);
  return domains;
}
