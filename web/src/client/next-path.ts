/**
 * The path inside this site in a `next` value, null if it points anywhere else. Browsers read `\` as `/` and drop tabs
 * and line breaks, so the value is checked after the browser's own URL parsing.
 */
export function safeNext(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || /^\/[/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) return null;
  const base = 'https://here.invalid';
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    return null;
  }
  if (url.origin !== base || /^\/[/\\]/.test(decoded(url.pathname))) return null;
  return url.pathname + url.search + url.hash;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '//';
  }
}

/** The URL of the sign-in page that leads back to `path`. */
export function loginPathFor(path: string): string {
  const next = safeNext(path);
  return next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login';
}
