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
import {
  FIRST_MODULES,
  type Files,
  firstFiles,
  fontPreload,
  type Manifest,
  modulePreload,
  preloads,
  stylesOf,
} from './html-page-files.ts';
import { AFTER_PAINT } from './platform/http/after-paint.ts';
import { EARLY_DATA } from './platform/http/early-data.ts';
import { EARLY_KEYS } from './platform/http/early-keys.ts';
import { ROWS_FIRST } from './platform/http/rows-first.ts';
import { appleIconOf } from './web-manifest.ts';

interface Template {
  html: string;
  manifest: Manifest;
  entry: Entry | null;
  /** Output of `web/first-rows-plugin.ts`: the script for each language; empty for a build without it. */
  rows: Partial<Record<Language, string>>;
}

/** Output of `web/first-paint-styles.ts`; null for a build without it. */
interface Entry {
  classes: EntryClasses;
  styles: Record<PaintedPage | 'cases', string>;
  dark: string;
}

/** The built page; read again after a newer build. */
export function createTemplate(webDir: string): () => Promise<Template> {
  const file = join(webDir, 'index.html');
  let read: { changed: number; template: Template } | null = null;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (read?.changed === mtimeMs) return read.template;
    const manifest = JSON.parse(await readFile(join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest;
    const html = (await readFile(file, 'utf8')).replace('<!--app-head-->', `${fontPreload(manifest)}$&`);
    const built = async <Built>(name: string, otherwise: Built): Promise<Built> => {
      const names = join(webDir, '.vite', name);
      return existsSync(names) ? (JSON.parse(await readFile(names, 'utf8')) as Built) : otherwise;
    };
    const entry = await built<Entry | null>('first-paint.json', null);
    const rows = await built<Template['rows']>('first-rows.json', {});
    read = { changed: mtimeMs, template: { html, manifest, entry, rows } };
    return read.template;
  };
}

/** The script that paints the rows of the case list before the code of the page runs; undefined on other pages. */
const rowsOf = ({ entry, rows }: Template, { path, query, hasSession, language }: PagePaint) =>
  entry && hasSession && path === PAGES.cases && query === '' ? rows[language] : undefined;

const LIST = `${pathOf(listCases)}?${new URLSearchParams({ ...FIRST_LIST })}`;

/** The requests of a signed-in person that a page sends before its code is loaded. */
function earlyData({ path, query, hasSession }: PagePaint): string[] {
  if (!hasSession || !Object.hasOwn(FIRST_MODULES.session, path)) return [];
  const list = path === PAGES.cases && query === '' ? ` data-list="${escapeHtml(LIST)}"` : '';
  return [`<script data-session="${pathOf(checkSession)}"${list}>${EARLY_DATA}</script>`];
}

/** Inserts brand, language, colours and a visitor's form into the page, so that the first paint is right. */
export function paint(template: Template, page: PagePaint, texts: i18n): string {
  const { html, entry } = template;
  const { info, language, scheme, nonce } = page;
  const { odm } = info;
  const painted = entry && paintedPage(page);
  const files = firstFiles(template.manifest, page);
  const rows = rowsOf(template, page);
  const look = painted || (rows && 'cases');
  const head = [
    // First, so that they do not wait for style sheets.
    ...earlyData(page),
    ...(page.hasSession && hasShell(page.path) ? [`<script>${EARLY_KEYS}</script>`] : []),
    ...(rows ? [] : preloads(files, page)),
    `<meta name="theme-color" content="${escapeHtml(odm.main_color)}" />`,
    `<meta name="style-nonce" content="${nonce}" />`,
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(odm.images.favicon)}" />`,
    // With credentials, because a cookie contains the language.
    '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />',
    `<link rel="apple-touch-icon" href="${escapeHtml(appleIconOf(info))}" />`,
    `<style nonce="${nonce}">${colours(info)}${entry && page.isVisitor ? systemDark(entry) : ''}</style>`,
    ...(painted ? [describe(page, texts)] : []),
    ...(look ? [`<style nonce="${nonce}" data-first-paint>${entry?.styles[look]}</style>`] : []),
  ];
  const schemeAttribute = scheme ? ` data-mantine-color-scheme="${scheme}"` : '';
  const withHead = html
    .replace('<html lang="en">', `<html lang="${language}"${schemeAttribute}>`)
    .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(odm.app_name)}</title>`)
    .replace('<!--app-head-->', () => head.join('\n    '));
  const whole = painted
    ? codeAfter(withHead, `<script>${AFTER_PAINT}</script>`)
    : rows
      ? codeAfterList(withHead, rows, files, page)
      : withHead;
  return whole
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

/** Begins the link of a style sheet that the code applies. The preload would be a second request, as in `preloads`. */
const lateStyle = (hasWorker = false) => `<link ${hasWorker ? '' : 'rel="preload" as="style" '}data-late`;

/** The code of the start is requested with the list, that of the screen after it. */
function codeAfterList(html: string, rows: string, files: Files, { hasWorker }: PagePaint): string {
  const style = lateStyle(hasWorker);
  const screen = [
    ...files.map(({ file }) => modulePreload(file)),
    ...stylesOf(files).map((file) => `${style} crossorigin href="/${file}">`),
  ].join('');
  const script = `<template id="screen">${screen}</template><script data-rows="/${rows}">${ROWS_FIRST}</script>`;
  return codeAfter(html, script, style).replace('<head>', (begin) => begin + modulePreload(rows));
}

/**
 * Code and style sheets are requested by `script`, which inserts them later, so that the first paint does not wait for
 * them; the code applies the style sheets before it renders (`web/src/app/start.tsx`).
 */
function codeAfter(html: string, script: string, style = lateStyle()): string {
  const code = html.match(CODE) ?? [];
  const late = code.join('').replaceAll('<link rel="stylesheet"', style);
  return html
    .replace(CODE, '')
    .replace('<!--app-body-->', (mark) => `${mark}<template id="code">${late}</template>${script}`);
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
