import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppInfo } from '@cusp/contract/brand';
import type { Language } from '@cusp/contract/wire';
import { appleIconOf } from './web-manifest.ts';

/** What the page shows from its first paint. */
export interface PagePaint {
  info: AppInfo;
  language: Language;
  /** The person's choice; null follows the system. */
  scheme: 'light' | 'dark' | null;
  /** Allows the page's inline styles. */
  nonce: string;
}

/** The built page; read again after a newer build. */
export function createTemplate(webDir: string): () => Promise<string> {
  const file = join(webDir, 'index.html');
  let read: { changed: number; html: string } | null = null;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (read?.changed === mtimeMs) return read.html;
    const html = (await readFile(file, 'utf8')).replace('<!--app-head-->', `${await fontPreload(webDir)}$&`);
    read = { changed: mtimeMs, html };
    return html;
  };
}

/** Preloads the Latin part of the font, which is needed at once; the manifest has its hashed name. */
async function fontPreload(webDir: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const key = Object.keys(manifest).find((name) => name.endsWith('/inter-latin-wght-normal.woff2'));
  const file = key && manifest[key]?.file;
  return file ? `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin />` : '';
}

/** Inserts brand, language and colours into the page, so that the first paint is right. */
export function paint(template: string, { info, language, scheme, nonce }: PagePaint): string {
  const { odm } = info;
  const head = [
    `<meta name="theme-color" content="${escapeHtml(odm.main_color)}" />`,
    `<meta name="style-nonce" content="${nonce}" />`,
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(odm.images.favicon)}" />`,
    // With credentials, because a cookie has the language.
    '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />',
    `<link rel="apple-touch-icon" href="${escapeHtml(appleIconOf(info))}" />`,
    `<style nonce="${nonce}">${colours(info)}</style>`,
  ];
  const schemeAttribute = scheme ? ` data-mantine-color-scheme="${scheme}"` : '';
  return template
    .replace('<html lang="en">', `<html lang="${language}"${schemeAttribute}>`)
    .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(odm.app_name)}</title>`)
    .replace('<!--app-head-->', () => head.join('\n    '))
    .replace(
      '<!--app-body-->',
      () => `<script type="application/json" id="app-info">${escapeJson(info)}</script>`,
    );
}

/** The ground of the page before its styles are there. */
export const CANVAS = { light: '#f7f6f3', dark: '#161512' };

const colours = ({ odm }: AppInfo): string =>
  [
    `:root{--brand:${odm.main_color};--brand-hover:${odm.main_color_hover}`,
    `;--brand-focus:${odm.main_color_focus};--brand-dark:${odm.main_color_dark}}`,
    `html{background:${CANVAS.light};color-scheme:light dark}`,
    `@media(prefers-color-scheme:dark){html:not([data-mantine-color-scheme=light]){background:${CANVAS.dark}}}`,
    `html[data-mantine-color-scheme=dark]{background:${CANVAS.dark}}`,
  ].join('');

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
