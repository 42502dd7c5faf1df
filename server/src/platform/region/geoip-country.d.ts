declare module 'geoip-country' {
  /** Country of an IP address from the data in the package; null when unknown. */
  export function lookup(ip: string): { country: string } | null;
}
