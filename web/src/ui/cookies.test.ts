import { afterEach, expect, test, vi } from 'vitest';
import { readCookie, readPreference, writePreference } from './cookies.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['other=1', null],
  ['hide=a.b', 'a.b'],
  ['other=1; hide=%C3%A4', 'ä'],
  ['hide=', ''],
  ['hide=%E0%A4%A', null],
  ['xhide=1', null],
])('readCookie on %j gives %j', (cookie, value) => {
  vi.stubGlobal('document', { cookie });
  expect(readCookie('hide')).toBe(value);
});

/** A page whose cookies behave as in a browser. */
function page(protocol: string, cookie: string): () => string {
  const jar = new Map(cookie.split('; ').map((each) => each.split('=') as [string, string]));
  const text = () => [...jar].map((each) => each.join('=')).join('; ');
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('document', {
    get cookie() {
      return text();
    },
    set cookie(line: string) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (/max-age=0\b/.test(line)) jar.delete(name);
      else if (!name.startsWith('__Host-') || /; secure$/.test(line)) jar.set(name, value);
    },
  });
  return text;
}

test('over TLS a preference uses the __Host- prefix, and an older plain cookie is migrated', () => {
  const cookies = page('https:', 'cusp_language=ko');
  expect(readPreference('cusp_language')).toBe('ko');
  expect(cookies()).toBe('__Host-cusp_language=ko');
  writePreference('cusp_language', 'pt-BR');
  expect(cookies()).toBe('__Host-cusp_language=pt-BR');
});

test('over TLS a plain cookie of another host is ignored', () => {
  page('https:', 'cusp_language=ko; __Host-cusp_language=de');
  expect(readPreference('cusp_language')).toBe('de');
});

test('over plain HTTP a preference has its plain name', () => {
  const cookies = page('http:', 'cusp_scheme=dark');
  expect(readPreference('cusp_scheme')).toBe('dark');
  writePreference('cusp_scheme', 'light');
  expect(cookies()).toBe('cusp_scheme=light');
});
