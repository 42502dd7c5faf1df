const YEAR_S = 365 * 24 * 3600;

/** Value of a cookie of this page, null when there is none, or none that can be read: others may have set it. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  try {
    return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
  } catch {
    return null;
  }
}

/** Keeps a cookie for some years, for this host only; the server sees it too. */
export function writeCookie(name: string, value: string, years = 1): void {
  // The newer cookieStore is missing on plain-http hosts.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${years * YEAR_S}; samesite=lax`;
}
