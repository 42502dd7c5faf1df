const YEAR_S = 365 * 24 * 3600;

/** Value of a cookie of this page; null if it is missing or malformed, because others may have set it. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  try {
    return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
  } catch {
    return null;
  }
}

/** Stores a cookie for `years`, for this host only; the server reads it too. */
export function writeCookie(name: string, value: string, years = 1): void {
  // The newer cookieStore API is missing on plain-http hosts.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${years * YEAR_S}; samesite=lax`;
}

/** The __Host- prefix binds a cookie to this very host; browsers refuse it over plain HTTP (a local trial). */
const pinned = (name: string): string => (location.protocol === 'https:' ? `__Host-${name}` : name);

/** Reads a preference of this browser, such as its language, and migrates one stored without the prefix. */
export function readPreference(name: string): string | null {
  const kept = readCookie(pinned(name));
  if (kept !== null || pinned(name) === name) return kept;
  const former = readCookie(name);
  if (former !== null) writePreference(name, former);
  return former;
}

/** Stores a preference of this browser for a year, for this host only; the server reads it too. */
export function writePreference(name: string, value: string): void {
  if (pinned(name) === name) {
    writeCookie(name, value);
    return;
  }
  document.cookie = `${name}=; path=/; max-age=0`;
  document.cookie = `${pinned(name)}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax; secure`;
}
