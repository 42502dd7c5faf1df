import { belongsElsewhere } from '@cusp/contract/storage-region';
import { skinOfKey } from '../../platform/brand/brands.ts';
import type { Config } from '../../platform/config/config.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serverLocOf } from '../../platform/region/region.ts';

/** @throws Refusal `country_elsewhere` if the accounts of a country are kept in the other region. */
export function requireHomeCountry(
  { region, otherRegionUrl }: Pick<Config, 'region' | 'otherRegionUrl'>,
  { brand }: { brand: string },
  country: string,
): void {
  const site = { isCloud: skinOfKey(brand).is_cloud, otherRegionUrl, serverLoc: serverLocOf(region) };
  if (belongsElsewhere(site, country)) throw new Refusal('country_elsewhere', 'country');
}
