/** Regions that store data. */
export const SERVER_LOCS = ['EU', 'US'] as const;
type ServerLoc = (typeof SERVER_LOCS)[number];

/** The region's name in the `sid` of links: URL-safe Base64. */
const SIDS: Record<ServerLoc, string> = { EU: 'RVU', US: 'VVM' };

export const sidOf = (region: ServerLoc): string => SIDS[region];

/** The region that a link's `sid` names, with or without padding; null if it names none. */
export const regionOfSid = (sid: string): ServerLoc | null =>
  SERVER_LOCS.find((region) => SIDS[region] === sid.replace(/=*$/, '')) ?? null;

/** The European Union including territories with their own codes, the EEA, Switzerland and the United Kingdom. */
const EU_REGION: ReadonlySet<string> = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
    'AX GF GP MF MQ RE YT IS LI NO CH GB'
  ).split(' '),
);

/** The region that stores the data of people in a country (ISO 3166-1 alpha-2); US by default. */
export const regionOfCountry = (country: string): ServerLoc => (EU_REGION.has(country) ? 'EU' : 'US');

/** Whether people choose a storage region by their country: on cloud brands with two regions. */
export const asksForRegion = (site: { isCloud: boolean; otherRegionUrl: string | null }): boolean =>
  site.isCloud && site.otherRegionUrl !== null;

/**
 * Whether an account of a country belongs to the other region than the site's, if people choose a region by their
 * country.
 */
export const belongsElsewhere = (
  site: Parameters<typeof asksForRegion>[0] & { serverLoc: ServerLoc },
  country: string,
): boolean => asksForRegion(site) && country !== '' && regionOfCountry(country) !== site.serverLoc;

/**
 * Whether saving a profile with this country fixes the region of the person's data: only where people choose a region,
 * only once, and only if the data already is in the country's region.
 */
export const fixesRegion = (profile: {
  isAsked: boolean;
  isSet: boolean;
  country: string;
  serverLoc: ServerLoc;
}): boolean => profile.isAsked && !profile.isSet && regionOfCountry(profile.country) === profile.serverLoc;
