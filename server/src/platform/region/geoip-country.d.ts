declare module 'geoip-country' {
  /** Country of an address from the data in the package; null where it is not known. */
  export function lookup(ip: string): { country: string } | null;
}
