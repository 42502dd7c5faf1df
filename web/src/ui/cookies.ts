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

/** Over TLS a choice is pinned to this very host; plain HTTP (a local trial) cannot use that prefix. */
const pinned = (name: string): string => (location.protocol === 'https:' ? `__Host-${name}` : name);

/** A choice of this browser, such as its language; one from before it was pinned is taken over. */
export function readPreference(name: string): string | null {
  const kept = readCookie(pinned(name));
  if (kept !== null || pinned(name) === name) return kept;
  const former = readCookie(name);
  if (former !== null) writePreference(name, former);
  return former;
}

/** Keeps a choice of this browser for a year, for this host only; the server sees it too. */
export function writePreference(name: string, value: string): void {
  if (pinned(name) === name) {
    writeCookie(name, value);
    return;
  }
  document.cookie = `${name}=; path=/; max-age=0`;
  document.cookie = `${pinned(name)}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax; secure`;
}
