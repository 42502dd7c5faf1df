import type { AppInfo } from '@cusp/contract/brand';
import { odmOf, skinOfHost } from '../../platform/brand/brands.ts';
import { originalOriginOf, otherRegionOfBrand, siteOf } from '../../platform/brand/site.ts';
import type { Config } from '../../platform/config/config.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import { offeredProviders } from '../social/social.policy.ts';

interface Asked {
  host: string | undefined;
  /** The value of the cookie of the original host. */
  originalHost: string | undefined;
}

/** Version, region and brand of the requested host. `ver` is the product's version and the build's id. */
export function appInfoOf(config: Config, { host, originalHost }: Asked, ver: string): AppInfo {
  const skin = skinOfHost(host);
  return {
    ver,
    server_loc: serverLocOf(config.region),
    odm: odmOf(skin, config.region),
    other_region_url: otherRegionOfBrand(config, skin.key),
    original_origin: originalOriginOf(config, originalHost, host),
    recaptcha_key: config.recaptcha?.siteKey ?? null,
    passkeys: siteOf(config, host) !== null,
    address_provider: config.googlePlaces ? 'Google Maps' : null,
    social: offeredProviders(config, host),
  };
}
