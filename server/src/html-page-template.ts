import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppInfo } from '@cusp/contract/brand';
import { FIRST_LIST, listCases } from '@cusp/contract/case-list.routes';
import { pathOf } from '@cusp/contract/endpoint';
import { hasShell, PAGES } from '@cusp/contract/pages';
import { checkSession } from '@cusp/contract/sign-in.routes';
import type { Language } from '@cusp/contract/wire';
import type { i18n } from 'i18next';
import { firstPaint } from './first-paint.ts';
import { type EntryClasses, type PagePaint, type PaintedPage, paintedPage } from './first-paint-parts.ts';
import { AFTER_PAINT } from './platform/http/after-paint.ts';
import { EARLY_DATA } from './platform/http/early-data.ts';
import { EARLY_KEYS } from './platform/http/early-keys.ts';
import { appleIconOf } from './web-manifest.ts';

interface Template {
  html: string;
  manifest: Manifest;
  entry: Entry | null;
}

/** Output of `web/first-paint-styles.ts`; null for a build without it. */
interface Entry {
  classes: EntryClasses;
  styles: Record<PaintedPage, string>;
  dark: string;
}

/** The files of the build by the modules they were built from. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const SHELL = 'src/app/shell/Shell.tsx';
/** Part of every screen except sign-in. */
const QUERIES = 'src/app/Queries.tsx';

/** The modules of the web that these pages show first; others are discovered by the code that loads them. */
export const FIRST_MODULES = {
  session: {
    [PAGES.dashboard]: [SHELL, QUERIES, 'src/features/dashboard/DashboardScreen.tsx'],
    [PAGES.cases]: [
      SHELL,
      QUERIES,
      'src/features/cases/CasesPage.tsx',
      'src/features/cases/list/first-list.ts',
    ],
  },
  guest: { [PAGES.signup]: [QUERIES, 'src/features/identity/signup/SignupScreen.tsx'] },
} as const;

/** The built page; read again after a newer build. */
export function createTemplate(webDir: string): () => Promise<Template> {
  const file = join(webDir, 'index.html');
  let read: { changed: number; template: Template } | null = null;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (read?.changed === mtimeMs) return read.template;
    const manifest = JSON.parse(await readFile(join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest;
    const html = (await readFile(file, 'utf8')).replace('<!--app-head-->', `${fontPreload(manifest)}$&`);
    const names = join(webDir, '.vite/first-paint.json');
    const entry = existsSync(names) ? (JSON.parse(await readFile(names, 'utf8')) as Entry) : null;
    read = { changed: mtimeMs, template: { html, manifest, entry } };
    return read.template;
  };
}

/** Preloads the Latin part of the font, which is needed immediately; the manifest has its hashed name. */
function fontPreload(manifest: Manifest): string {
  const key = Object.keys(manifest).find((name) => name.endsWith('/inter-latin-wght-normal.woff2'));
  const file = key && manifest[key]?.file;
  return file ? `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin />` : '';
}

const modulePreload = (file: string) => `<link rel="modulepreload" href="/${file}" crossorigin />`;

/** The texts of a language that the build packs together (`web/text-packs-plugin.ts`). */
const textsOf = (language: Language, pack: 'start' | 'first') => `../languages/${language}/${pack}.texts`;

/** Texts of refusals, needed by every screen except sign-in. */
const refusalsOf = (language: Language) => `../languages/${language}/refusals.json`;

/** Preloads the first requests of the page's code, so that the browser does not wait for that code to ask. */
function preloads(manifest: Manifest, { path, hasSession, hasWorker, language }: PagePaint): string[] {
  const of: Record<string, readonly string[]> = FIRST_MODULES[hasSession ? 'session' : 'guest'];
  const modules = of[path];
  const texts = manifest[textsOf(language, 'start')]?.file;
  if (!modules) return texts ? [modulePreload(texts)] : [];
  const needed = new Set<string>();
  const add = (key: string) => {
    if (needed.has(key) || !manifest[key]) return;
    needed.add(key);
    manifest[key].imports?.forEach(add);
  };
  modules.forEach(add);
  add(textsOf(language, 'start'));
  add(refusalsOf(language));
  if (hasSession) add(textsOf(language, 'first'));
  const files = [...needed].flatMap((key) => manifest[key] ?? []);
  const links = files.map(({ file }) => modulePreload(file));
  // Chromium does not match a preloaded style with one that a service worker serves, and would load it twice. The
  // server sees that there is a worker but not which browser it is; the worker has the styles without a request.
  const styles = hasSession && hasWorker ? [] : files.flatMap(({ css = [] }) => css);
  const rel = hasSession ? 'rel="preload" as="style"' : 'rel="stylesheet"';
  links.push(...styles.map((file) => `<link ${rel} crossorigin href="/${file}">`));
  return links;
}

const LIST = `${pathOf(listCases)}?${new URLSearchParams({ ...FIRST_LIST })}`;

/** The requests of a signed-in person that a page sends before its code is loaded. */
function earlyData({ path, query, hasSession }: PagePaint): string[] {
  if (!hasSession || !Object.hasOwn(FIRST_MODULES.session, path)) return [];
  const list = path === PAGES.cases && query === '' ? ` data-list="${escapeHtml(LIST)}"` : '';
  return [`<script data-session="${pathOf(checkSession)}"${list}>${EARLY_DATA}</script>`];
}

/** Inserts brand, language, colours and a visitor's form into the page, so that the first paint is right. */
export function paint({ html, manifest, entry }: Template, page: PagePaint, texts: i18n): string {
  const { info, language, scheme, nonce } = page;
  const { odm } = info;
  const painted = entry && paintedPage(page);
  const head = [
    // First, so that they do not wait for style sheets.
    ...earlyData(page),
    ...(page.hasSession && hasShell(page.path) ? [`<script>${EARLY_KEYS}</script>`] : []),
    ...preloads(manifest, page),
    `<meta name="theme-color" content="${escapeHtml(odm.main_color)}" />`,
    `<meta name="style-nonce" content="${nonce}" />`,
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(odm.images.favicon)}" />`,
    // With credentials, because a cookie contains the language.
    '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />',
    `<link rel="apple-touch-icon" href="${escapeHtml(appleIconOf(info))}" />`,
    `<style nonce="${nonce}">${colours(info)}${entry && page.isVisitor ? systemDark(entry) : ''}</style>`,
    ...(painted
      ? [describe(page, texts), `<style nonce="${nonce}" data-first-paint>${entry.styles[painted]}</style>`]
      : []),
  ];
  const schemeAttribute = scheme ? ` data-mantine-color-scheme="${scheme}"` : '';
  const withHead = html
    .replace('<html lang="en">', `<html lang="${language}"${schemeAttribute}>`)
    .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(odm.app_name)}</title>`)
    .replace('<!--app-head-->', () => head.join('\n    '));
  return (painted ? codeAfterPaint(withHead) : withHead)
    .replace('<!--app-paint-->', () => (entry ? firstPaint(page, entry.classes, texts) : ''))
    .replace(
      '<!--app-body-->',
      () =>
        `${needsScript(page, texts)}<script type="application/json" id="app-info">${escapeJson(info)}</script>`,
    );
}

/** Description that search engines show for a public page. */
const describe = ({ language, info }: PagePaint, texts: i18n): string => {
  const words = texts.getFixedT(language)('login:description', { app: info.odm.app_name });
  return `<meta name="description" content="${escapeHtml(words)}" />`;
};

const CODE = /<link rel="(?:stylesheet|modulepreload)"[^>]*>|<script type="module"[^>]*><\/script>/g;

/**
 * Code and style sheets are requested after the first paint, so that text and font do not wait for them; the code
 * applies the style sheets before it renders (`web/src/app/late-styles.ts`).
 */
function codeAfterPaint(html: string): string {
  const code = html.match(CODE) ?? [];
  const late = code.join('').replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style" data-late');
  return html
    .replace(CODE, '')
    .replace(
      '<!--app-body-->',
      (mark) => `${mark}<template id="code">${late}</template><script>${AFTER_PAINT}</script>`,
    );
}

/** Text for browsers without scripts; styles hide the painted form there. */
const needsScript = ({ language }: PagePaint, texts: i18n): string =>
  `<noscript><p class="needs-script">${escapeHtml(texts.getFixedT(language)('common:needsScript'))}</p></noscript>`;

/** Background of the page before its styles are loaded. */
export const CANVAS = { light: '#f7f6f3', dark: '#161512' };

const colours = ({ odm }: AppInfo): string =>
  [
    `:root{--brand:${odm.main_color};--brand-hover:${odm.main_color_hover}`,
    `;--brand-focus:${odm.main_color_focus};--brand-dark:${odm.main_color_dark}}`,
    `html{background:${CANVAS.light};color-scheme:light dark}`,
    `@media(prefers-color-scheme:dark){html:not([data-mantine-color-scheme=light]){background:${CANVAS.dark}}}`,
    `html[data-mantine-color-scheme=dark]{background:${CANVAS.dark}}`,
  ].join('');

/** The code sets the scheme of the page; until then, the system's dark scheme needs its colours too. */
const systemDark = ({ dark }: Entry) =>
  `@media(prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON inside a script element must not be able to end the element. */
const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
