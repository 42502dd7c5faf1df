import type { AppInfo } from '@cusp/contract/brand';
import { PAGES } from '@cusp/contract/pages';
import { LANGUAGES } from '@cusp/text/languages';
import { describe, expect, test } from 'vitest';
import brand from '../../contract/fixtures/brand.json' with { type: 'json' };
import { firstPaint, PAINT_TEXTS } from './first-paint.ts';
import type { PagePaint } from './first-paint-parts.ts';
import { loadTexts } from './platform/texts/load-texts.ts';

const texts = await loadTexts(...PAINT_TEXTS);
const INFO = brand.appInfo.reply as AppInfo;
const EVERYTHING: Partial<AppInfo> = {
  passkeys: true,
  social: ['google', 'facebook'],
  other_region_url: 'https://us.cusp.example',
};
const painted = (
  path: string,
  { info = {}, ...more }: { info?: Partial<AppInfo> } & Partial<Omit<PagePaint, 'info'>> = {},
) =>
  firstPaint(
    {
      info: { ...INFO, ...info },
      language: 'en',
      scheme: null,
      nonce: 'n',
      path,
      query: '',
      hasSession: false,
      hasWorker: false,
      isVisitor: true,
      ...more,
    },
    {},
    texts,
  );

describe('the page that visitors see before the code arrives', () => {
  // Service workers keep /settings for all pages.
  test.each(['/settings', '/cases', '/login/region', '/signup/email', '/adm', '/nothing'])(
    'nothing is painted at %s',
    (path) => expect(painted(path)).toBe(''),
  );

  test.each(['', PAGES.login, PAGES.signup])(
    'nothing is painted at "%s" for somebody with a session',
    (path) => expect(painted(path, { isVisitor: false })).toBe(''),
  );

  test.each(LANGUAGES)('the first paint has every text in %s', (language) => {
    for (const path of ['', PAGES.login, PAGES.signup])
      expect(painted(path, { language, info: EVERYTHING })).toContain(INFO.odm.app_name);
  });

  test('the first paint is skipped by screen readers and by the keyboard, and has no field, link or style attribute', () => {
    for (const path of [PAGES.login, PAGES.signup]) {
      const html = painted(path, { info: EVERYTHING });
      expect(html).toMatch(
        /^(<link rel="preload" as="image" href="[^"]*"\/>)?<div class="paint [^"]*" inert="" aria-hidden="true">/,
      );
      expect(html).toMatch(/<select [^>]*disabled=""/);
      expect(html).not.toMatch(/<(input|textarea|button|a|form|script)\b|\sstyle=/);
    }
  });

  test('escapes the names of a brand', () => {
    const odm = { ...INFO.odm, app_name: '<b>"&', images: { ...INFO.odm.images, mark: '"><script>' } };
    const html = painted(PAGES.login, { info: { odm } });
    expect(html).toContain('&lt;b&gt;&quot;&amp;');
    expect(html).not.toMatch(/<b>|<script/);
  });

  test('the first paint has the options of the site: passkeys, providers and the other region', () => {
    expect(painted(PAGES.login, { info: EVERYTHING })).toContain('Sign in with Google');
    const plain = painted(PAGES.login, { info: { passkeys: false, social: [], other_region_url: null } });
    expect(plain).not.toMatch(/passkey|Google|Or sign in/);
  });
});
