import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FIRST_MODULES } from './html-page-files.ts';
import { openTestApp } from './testing/test-app.ts';

const FONT = 'node_modules/inter/inter-latin-wght-normal.woff2';
const webDir = await mkdtemp(join(tmpdir(), 'cusp-web-'));
afterAll(() => rm(webDir, { recursive: true, force: true }));
await mkdir(join(webDir, 'assets'));
await mkdir(join(webDir, '.vite'));
await writeFile(
  join(webDir, 'index.html'),
  '<html lang="en"><head><!--app-head--><script type="module" crossorigin src="/assets/index-1.js"></script><link rel="stylesheet" crossorigin href="/assets/start-1.css"></head><body><!--app-body--></body></html>',
);
await writeFile(
  join(webDir, '.vite/first-paint.json'),
  JSON.stringify({ classes: {}, styles: { login: '.l{}', signup: '.s{}', cases: '.c{}' }, dark: '' }),
);
await writeFile(join(webDir, '.vite/first-rows.json'), JSON.stringify({ de: 'assets/first-rows-de.js' }));
await writeFile(
  join(webDir, '.vite/manifest.json'),
  JSON.stringify({
    [FONT]: { file: 'assets/inter-x.woff2' },
    'index.html': { file: 'assets/index-1.js', imports: ['_start.js'] },
    '_start.js': { file: 'assets/start-1.js' },
    'src/app/shell/Shell.tsx': { file: 'assets/Shell-1.js', imports: ['_start.js'] },
    'src/features/cases/CasesPage.tsx': {
      file: 'assets/CasesPage-1.js',
      imports: ['_start.js'],
      css: ['assets/CasesPage-1.css'],
    },
    '../languages/en/start.texts': { file: 'assets/start-en.js' },
    '../languages/ko/start.texts': { file: 'assets/start-ko.js' },
    '../languages/ko/first.texts': { file: 'assets/first-ko.js' },
    '../languages/ko/refusals.json': { file: 'assets/refusals-ko.js' },
    '../languages/en/refusals.json': { file: 'assets/refusals-en.js' },
    'src/app/Queries.tsx': { file: 'assets/Queries-1.js' },
    'src/features/identity/signup/SignupScreen.tsx': {
      file: 'assets/SignupScreen-1.js',
      css: ['assets/SignupScreen-1.css'],
    },
  }),
);
const t = await openTestApp({ config: { webDir } });

const expectAllowed = (headers: Record<string, unknown>, script: string) => {
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' ('sha256-[^ ;]+' ?)+;/);
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
};

describe('the page names what its code requests first', () => {
  const preloaded = async (url: string, cookie = '') => {
    const { body } = await t.app.inject({ method: 'GET', url, headers: { cookie } });
    return [...body.matchAll(/<link rel="(?:module)?preload"[^>]* href="([^"]*)"/g)].map(([, href]) => href);
  };
  const ALWAYS = ['/assets/inter-x.woff2', '/assets/start-en.js'];

  test.each(['/cases', '/dashboard', '/signup/x'])(
    'the page names only texts for a visitor at %s',
    async (url) => expect(await preloaded(url)).toEqual(ALWAYS),
  );

  test.each(['/adm/users', '/support', '/settings'])(
    'the page names only texts with a session at %s',
    async (url) => expect(await preloaded(url, 'cusp=x')).toEqual(ALWAYS),
  );

  test('the page names only texts in a browser in which staff act for somebody', async () =>
    expect(await preloaded('/cases', 'cusp=x; cusp-support=y')).toEqual(ALWAYS));

  test.each(['/cases', '/cases/', '/cases?status=Open'])(
    'code, texts and styles of %s, each once',
    async (url) =>
      expect(await preloaded(url, 'cusp=x; cusp_language=ko')).toEqual([
        '/assets/inter-x.woff2',
        '/assets/Shell-1.js',
        '/assets/start-1.js',
        '/assets/Queries-1.js',
        '/assets/CasesPage-1.js',
        '/assets/start-ko.js',
        '/assets/refusals-ko.js',
        '/assets/first-ko.js',
        '/assets/CasesPage-1.css',
      ]),
  );

  const SESSION = 'data-session="/heclore/v1/auth/check/"';
  const LIST = 'data-list="/heclore/v1/cases/?zone=UTC&amp;sort=updated+desc&amp;page=1&amp;num_per_page=25"';
  test.each([
    ['/cases', 'cusp=x', `${SESSION} ${LIST}`],
    ['/cases?status=Open', 'cusp=x', SESSION],
    ['/dashboard', 'cusp=x', SESSION],
    ['/settings', 'cusp=x', undefined],
    ['/cases', '', undefined],
    ['/cases', 'cusp=x; cusp-support=y', undefined],
  ])('%s with "%s" requests its first data by itself: %s', async (url, cookie, attributes) => {
    const { body, headers } = await t.app.inject({ method: 'GET', url, headers: { cookie } });
    const [, found, script] = /<script (data-session[^>]*)>(.*?)<\/script>/s.exec(body) ?? [];
    expect(found).toBe(attributes);
    if (script) expectAllowed(headers, script);
  });

  test('a page that a service worker requests preloads no styles, because the worker caches them', async () => {
    const headers = { cookie: 'cusp=x', 'service-worker-navigation-preload': 'true' };
    const { body } = await t.app.inject({ method: 'GET', url: '/cases', headers });
    expect(body).toContain('/assets/CasesPage-1.js');
    expect(body).not.toContain('/assets/CasesPage-1.css');
  });

  test.each(['/cases', '/cases/'])(
    'the code of %s is requested after its list and the script of its first rows',
    async (url) => {
      const cookie = 'cusp=x; cusp_language=de';
      const { body, headers } = await t.app.inject({ method: 'GET', url, headers: { cookie } });
      const [, code = '', rows, script = ''] =
        /<template id="code">(.*)<\/template><script data-rows="([^"]*)">([^<]*)<\/script>/s.exec(body) ?? [];
      expect([...code.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, file]) => file)).toEqual([
        '/assets/index-1.js',
        '/assets/start-1.css',
        '/assets/Shell-1.js',
        '/assets/start-1.js',
        '/assets/Queries-1.js',
        '/assets/CasesPage-1.js',
        '/assets/CasesPage-1.css',
      ]);
      expect(code).toContain(
        '<link rel="preload" as="style" data-late crossorigin href="/assets/CasesPage-1.css">',
      );
      const before = body.replace(code, '');
      expect(before).toContain('<link rel="modulepreload" href="/assets/first-rows-de.js" crossorigin />');
      expect(before).toMatch(/<style nonce="[0-9a-f]+" data-first-paint>\.c\{\}<\/style>/);
      expect(before).not.toMatch(/rel="stylesheet"|type="module"|Shell/);
      expect(rows).toBe('/assets/first-rows-de.js');
      const worker = { cookie, 'service-worker-navigation-preload': 'true' };
      const { body: kept } = await t.app.inject({ method: 'GET', url, headers: worker });
      expect(kept).toContain('<link data-late crossorigin href="/assets/CasesPage-1.css">');
      expectAllowed(headers, script);
    },
  );

  test.each([
    ['/cases?status=Open', 'cusp=x; cusp_language=de'],
    ['/cases/C-17', 'cusp=x; cusp_language=de'],
    ['/dashboard', 'cusp=x; cusp_language=de'],
    ['/cases', 'cusp_language=de'],
    ['/cases', 'cusp=x; cusp-support=y; cusp_language=de'],
    ['/cases', 'cusp=x'],
  ])('the code of %s starts immediately with "%s"', async (url, cookie) => {
    const { body } = await t.app.inject({ method: 'GET', url, headers: { cookie } });
    expect(body).not.toMatch(/id="code"|first-rows/);
  });

  test('the page of sign-up preloads the form for a visitor', async () =>
    expect(await preloaded('/signup')).toEqual([
      '/assets/inter-x.woff2',
      '/assets/Queries-1.js',
      '/assets/SignupScreen-1.js',
      '/assets/start-en.js',
      '/assets/refusals-en.js',
      '/assets/SignupScreen-1.css',
      '/assets/start-1.css',
    ]));

  test.each([
    ['/login', '.l{}'],
    ['/', '.l{}'],
    ['/signup', '.s{}'],
  ])(
    'a painted page brings its styles, and requests code and style sheets after the paint at %s',
    async (url, styles) => {
      const { body, headers } = await t.app.inject({ method: 'GET', url });
      expect(body).toMatch(new RegExp(`<style nonce="[0-9a-f]+" data-first-paint>${styles}</style>`));
      const [, code = '', script = ''] =
        /<template id="code">(.*)<\/template><script>([^<]*)<\/script>/s.exec(body) ?? [];
      expect(code).toContain('<script type="module" crossorigin src="/assets/index-1.js"></script>');
      expect(code).toContain('<link rel="modulepreload" href="/assets/start-en.js" crossorigin />');
      expect(code).toContain(
        '<link rel="preload" as="style" data-late crossorigin href="/assets/start-1.css">',
      );
      expect(body.replace(code, '')).not.toMatch(/rel="stylesheet"|modulepreload|type="module"/);
      expectAllowed(headers, script);
    },
  );

  test.each([
    ['/cases', ''],
    ['/login', 'cusp=x'],
  ])('other pages wait for their style sheets: %s %s', async (url, cookie) => {
    const { body } = await t.app.inject({ method: 'GET', url, headers: { cookie } });
    expect(body).not.toMatch(/data-first-paint|data-late|id="code"/);
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/start-1.css">');
  });

  test.each([
    ['/cases', 'cusp=x', true],
    ['/cases/C-17?upload=1', 'cusp=x', true],
    ['/', 'cusp=x', true],
    ['/cases', '', false],
    ['/login', 'cusp=x', false],
    ['/help', 'cusp=x', false],
    ['/adm/dashboard', 'cusp=x', false],
  ])('keys are kept for the shell that a page loads: %s %s %s', async (url, cookie, isKept) => {
    const { body, headers } = await t.app.inject({ method: 'GET', url, headers: { cookie } });
    const script = /<script>([^<]*takeEarlyKey[^<]*)<\/script>.*type="module"/s.exec(body)?.[1];
    expect(script !== undefined).toBe(isKept);
    if (script) expectAllowed(headers, script);
  });

  test.each(Object.values(FIRST_MODULES).flatMap((pages) => Object.values(pages).flat()))(
    '%s is a module of the web',
    (module) => expect(existsSync(join(import.meta.dirname, '../../web', module))).toBe(true),
  );
});
