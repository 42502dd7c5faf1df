/// <reference lib="esnext.intl" />

/**
 * The zone where most people live, of countries with more than one time zone (population of the zones by tzdata's
 * zone1970.tab).
 */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Midway',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** Resolves the aliases of a renamed zone to one name. */
const usualName = (zone: string) =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

function findZones(country: string): string[] {
  const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  const main = MAIN_ZONES[country];
  return main === undefined ? zones : [main, ...zones.filter((zone) => usualName(zone) !== usualName(main))];
}

/** Cached, because every case is read with a calendar and the lookup takes up to a millisecond. */
const found = new Map<string, readonly string[]>();

/** The time zones of a country (two letters), that of most people first; empty without a country. */
export function zonesOfCountry(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const zones = found.get(country) ?? findZones(country);
  found.set(country, zones);
  return zones;
}

/** The time zone of most people of a country; UTC without a country. */
export const zoneOfCountry = (country: string): string => zonesOfCountry(country)[0] ?? 'UTC';
