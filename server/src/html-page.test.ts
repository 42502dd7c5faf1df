import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { SKINS, skinOfKey } from './platform/brand/brands.ts';
import { readablePath } from './platform/http/error-handler.ts';
import { openAppForTest, openTestApp } from './testing/test-app.ts';

const SHELL = `<!doctype html><html lang="en"><head><title>Cusp</title><!--app-head--></head>
<body><div id="root"></div><!--app-body--><script type="module" src="/assets/index-1.js"></script></body></html>`;
const FONT = 'node_modules/inter/inter-latin-wght-normal.woff2';

const webDir = await mkdtemp(join(tmpdir(), 'cusp-web-'));
afterAll(() => rm(webDir, { recursive: true, force: true }));
await mkdir(join(webDir, 'assets'));
await mkdir(join(webDir, '.vite'));
await mkdir(join(webDir, 'brands'));
await writeFile(join(webDir, 'brands/logo.png'), 'png');
await writeFile(join(webDir, 'index.html'), SHELL);
await writeFile(join(webDir, 'assets/index-1.js'), 'console.info(1)');
await writeFile(join(webDir, 'assets/light-copy.worker-aB_1.js'), 'console.info(2)');
await writeFile(join(webDir, 'assets/index-1.js.br'), brotliCompressSync('console.info(1)'));
await writeFile(
  join(webDir, '.vite/manifest.json'),
  JSON.stringify({ [FONT]: { file: 'assets/inter-x.woff2' } }),
);
const t = await openTestApp({ config: { webDir } });

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers });

describe('addresses', () => {
  test('a page with a damaged address redirects to its path on this site', async () => {
    const reply = await get('/connections/accept/%E0%A4%A/x?sid=V');
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toBe('/connections/accept/%25E0%25A4%25A/x?sid=V');
    expect((await get(String(reply.headers.location))).statusCode).toBe(200);
    for (const url of ['//elsewhere.example/%zz', '/\\elsewhere.example/%zz'])
      expect(readablePath(url)).toBe('/elsewhere.example/%25zz');
  });

  test.each(['/share/case', '/share/case/'])('%s is excluded from search engines', async (url) => {
    const { statusCode, headers } = await get(url);
    expect([
      statusCode,
      headers['x-robots-tag'],
      headers['referrer-policy'],
      headers['cache-control'],
    ]).toEqual([200, 'noindex, nofollow', 'no-referrer', 'no-store']);
    expect((await get('/login')).headers['x-robots-tag']).toBeUndefined();
  });

  test.each([
    ['/Login?next=%2FCases', '/login?next=%2FCases'],
    ['/SIGNUPEMAIL', '/signupEmail'],
    ['/Cases/2611-7KQ4MX', '/cases/2611-7KQ4MX'],
  ])('%s redirects to %s', async (asked, canonical) => {
    const reply = await get(asked);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, canonical]);
    expect((await get(canonical)).statusCode).toBe(200);
  });

  test.each(['/nothing', '/cases/1/2', '/index.html', '/.vite/manifest.json', '/Nothing'])(
    '%s is not a page: 404 with a page that says so',
    async (url) => {
      const reply = await get(url);
      expect(reply.statusCode).toBe(404);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(reply.body).toContain('id="root"');
    },
  );

  test.each([
    '/heclore/nothing',
    '/heclore',
    '/dev/nothing',
    '/assets/nothing.js',
    '/brands/cusp/nothing.svg',
  ])('%s belongs to the server and is not found', async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: 'not_found' });
  });

  test('paths cannot leave the assets folder', async () => {
    const reply = await get('/assets/..%2findex.html');
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.body).not.toContain('id="root"');
  });

  test.each(['/', '/login?next=%2Fcases', '/case/2611-AB', '/activate/MQ/token/', '/password_reset/'])(
    '%s is a page',
    async (url) => expect((await get(url)).statusCode).toBe(200),
  );
});

test('other sites may embed logos, for webmail, but not our scripts', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['cross-origin-resource-policy'];
  expect(await policyOf('/brands/logo.png')).toBe('cross-origin');
  expect(await policyOf('/assets/index-1.js')).toBe('same-origin');
});

describe('the page', () => {
  test('the page names the site that a person came from, if it is ours', async () => {
    const named = async (host: string) => {
      const { body } = await get('/', { cookie: `original_host=${encodeURIComponent(host)}` });
      return JSON.parse(/id="app-info">(.*?)<\/script>/.exec(body)?.[1] ?? '{}').original_origin;
    };
    const [site = ''] = t.services.config.sites;
    expect(await named(new URL(site).host)).toBe(site);
    for (const foreign of ['evil.example', '//evil.example', '\r\nlocation: evil'])
      expect(await named(foreign)).toBeNull();
  });

  test.each([...SKINS.map(({ key }) => [key, key]), ['cusp-campus', 'campus.cusp']])(
    'brand, colours and title of %s are those of the host',
    async (key, name) => {
      const { body } = await get('/login', { host: `cloud.${name}.example` });
      const { app_name, main_color, images } = skinOfKey(key);
      expect(body).toContain(`<title>${app_name}</title>`);
      expect(body).toContain(`--brand:${main_color}`);
      expect(body).toContain(`href="${images.favicon}"`);
      expect(body).toContain(`content="${main_color}"`);
      const [, json = ''] = /id="app-info">(.*?)<\/script>/.exec(body) ?? [];
      expect(JSON.parse(json)).toMatchObject({ server_loc: 'US', odm: { key, app_name } });
      for (const other of SKINS)
        if (other.app_name !== app_name) expect(body).not.toContain(`${other.app_name}<`);
    },
  );

  test('texts of a skin cannot end the script that contains them', async () => {
    const { body } = await get('/login');
    const [, json = ''] = /id="app-info">(.*?)<\/script>/.exec(body) ?? [];
    expect(json).not.toMatch(/[<>&]/);
  });

  test('the language of the page is the chosen one, else the browser’s', async () => {
    const browser = { 'accept-language': 'en;q=0.8, pt;q=0.9' };
    expect((await get('/login', browser)).body).toContain('<html lang="pt-BR">');
    expect((await get('/login', { ...browser, cookie: 'cusp_language=ko' })).body).toContain(
      '<html lang="ko">',
    );
    const both = 'cusp_language=ko; __Host-cusp_language=de';
    expect((await get('/login', { cookie: both })).body).toContain('<html lang="de">');
    expect((await get('/login', { cookie: 'cusp_language="><script>' })).body).toContain('<html lang="en">');
    for (const [wished, shown] of [
      ['de;q=0, fr;q=0.2, it;q=0.7', 'it'],
      ['ko;q=0.000', 'en'],
      ['nl, *;q=0.5', 'en'],
      ['es;q=much', 'en'],
    ] as const)
      expect((await get('/login', { 'accept-language': wished })).body).toContain(`<html lang="${shown}">`);
  });

  test('a browser without scripts shows why the page is empty, in the language of the person', async () => {
    const shown = async (language: string) =>
      /<noscript>(?:<[^>]*>)*([^<]*)/.exec((await get('/login', { 'accept-language': language })).body)?.[1];
    expect(await shown('en')).toMatch(/^This page needs JavaScript/);
    expect(await shown('ko')).toContain('JavaScript가 필요합니다');
  });

  test('each brand can be installed as an app of its own, in the language of the person', async () => {
    const manifest = async (host: string, language: string) =>
      (await get('/manifest.webmanifest', { host, 'accept-language': language })).json();
    expect(await manifest('verdent.example', 'de')).toMatchObject({
      name: 'Verdent Bridge',
      theme_color: '#0f766e',
      start_url: '/',
      shortcuts: [{ name: 'Neuer Fall', url: '/cases/new' }, { url: '/cases' }],
    });
    expect(await manifest('campus.cusp.example', 'en')).toMatchObject({ name: 'Cusp Campus', lang: 'en' });
    expect((await get('/login')).body).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  });

  test('files of the share sheet that no worker takes lead to a new case that says so; they are not read', async () => {
    const { share_target } = (await get('/manifest.webmanifest')).json();
    expect(share_target.params.files[0].accept).toContain('.stl');
    const reply = await t.app.inject({
      method: 'POST',
      url: share_target.action,
      headers: { 'content-type': `${share_target.enctype}; boundary=x` },
      payload: '--x\r\nbroken',
    });
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/cases/new?shared=lost']);
    expect((await get(share_target.action)).statusCode).toBe(404);
  });

  test('the icons of each brand are among the files of the pages', async () => {
    const brands = join(import.meta.dirname, '../../web/public');
    for (const { key } of SKINS) {
      const { icons } = (await get('/manifest.webmanifest', { host: `${key}.example` })).json();
      for (const { src } of icons) expect([src, existsSync(join(brands, src))]).toEqual([src, true]);
      expect(existsSync(join(brands, 'brands', key, 'icon-apple.png'))).toBe(true);
    }
  });

  test('the chosen colour scheme is set before any script runs', async () => {
    expect((await get('/login', { cookie: 'cusp_scheme=dark' })).body).toContain(
      'data-mantine-color-scheme="dark"',
    );
    expect((await get('/login', { cookie: '__Host-cusp_scheme=light; cusp_scheme=dark' })).body).toContain(
      'data-mantine-color-scheme="light"',
    );
    for (const cookie of ['cusp_scheme=auto', 'cusp_scheme="onload=x'])
      expect((await get('/login', { cookie })).body).not.toContain('data-mantine-color-scheme="');
  });

  test('scripts come from this host only, styles also by a single-use nonce', async () => {
    const [one, other] = [await get('/login'), await get('/login')];
    const policy = String(one.headers['content-security-policy']);
    const [, nonce = ''] = /style-src 'self' 'nonce-([0-9a-f]+)'/.exec(policy) ?? [];
    expect(nonce).toHaveLength(32);
    expect(one.body).toContain(`<style nonce="${nonce}">`);
    expect(one.body).toContain(`<meta name="style-nonce" content="${nonce}" />`);
    expect(other.body).not.toContain(nonce);
    expect(policy).not.toContain('unsafe-inline');
    expect(one.body).not.toMatch(/<script(?![^>]*(src=|application\/json))/);
    expect(one.headers['cache-control']).toBe('no-store');
  });

  test('WebAssembly is allowed only in the worker that needs it', async () => {
    const policy = async (url: string) => String((await get(url)).headers['content-security-policy']);
    expect(await policy('/assets/light-copy.worker-aB_1.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
    for (const url of ['/login', '/cases', '/assets/index-1.js'])
      expect(await policy(url)).not.toContain('eval');
  });

  test('only the pop-up of a social sign-in keeps access to its opener', async () => {
    const policy = async (url: string) => (await get(url)).headers['cross-origin-opener-policy'];
    expect(await policy('/login')).toBe('same-origin-allow-popups');
    expect(await policy('/cases')).toBe('same-origin-allow-popups');
    expect(await policy('/login/social/response?state=x')).toBe('unsafe-none');
    expect(await policy('/signup/social?data=x')).toBe('unsafe-none');
  });

  test('the page preloads its font', async () => {
    expect((await get('/login')).body).toContain('href="/assets/inter-x.woff2"');
  });

  test('a newer build is served without a restart', async () => {
    await writeFile(join(webDir, 'index.html'), SHELL.replace('index-1.js', 'index-2.js'));
    await utimes(join(webDir, 'index.html'), new Date(), new Date(Date.now() + 5000));
    expect((await get('/login')).body).toContain('/assets/index-2.js');
  });
});

test('assets are cached forever and served compressed as built', async () => {
  const reply = await get('/assets/index-1.js', { 'accept-encoding': 'br' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(reply.headers['content-encoding']).toBe('br');
});

test('app info has version, region and skin', async () => {
  const reply = await get('/heclore/v1/app-info/', { host: 'crownly.example' });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ server_loc: 'US', odm: { key: 'crownly' }, social: [] });
  expect(reply.json().ver.split('.').length).toBeGreaterThanOrEqual(4);
});

describe('the page of the design', () => {
  test('the design page is a 404 in production, also for the colours of the skins', async () => {
    const production = await openAppForTest({ config: { webDir, production: true } });
    for (const url of ['/dev/design', '/dev/design/', '/dev/skins.json'])
      expect((await production.app.inject({ method: 'GET', url })).statusCode, url).toBe(404);
  });

  test('the design page has the five skins outside production', async () => {
    expect((await get('/dev/design')).statusCode).toBe(200);
    expect((await get('/dev/skins.json')).json()).toHaveLength(5);
    expect((await get('/dev/other')).statusCode).toBe(404);
  });
});
