import { PAGES } from '@cusp/contract/pages';
import type { Language } from '@cusp/contract/wire';
import type { PagePaint } from './first-paint-parts.ts';

/** The files of the build by the modules they were built from. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

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

/** Preloads the Latin part of the font, which is needed immediately; the manifest has its hashed name. */
export function fontPreload(manifest: Manifest): string {
  const key = Object.keys(manifest).find((name) => name.endsWith('/inter-latin-wght-normal.woff2'));
  const file = key && manifest[key]?.file;
  return file ? `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin />` : '';
}

export const modulePreload = (file: string) => `<link rel="modulepreload" href="/${file}" crossorigin />`;

/** The texts of a language that the build packs together (`web/text-packs-plugin.ts`). */
const textsOf = (language: Language, pack: 'start' | 'first') => `../languages/${language}/${pack}.texts`;

/** Texts of refusals, needed by every screen except sign-in. */
const refusalsOf = (language: Language) => `../languages/${language}/refusals.json`;

/** The files that the code of a page requests first. */
export function firstFiles(manifest: Manifest, { path, hasSession, language }: PagePaint) {
  const of: Record<string, readonly string[]> = FIRST_MODULES[hasSession ? 'session' : 'guest'];
  const modules = of[path];
  const needed = new Set<string>();
  const add = (key: string) => {
    if (needed.has(key) || !manifest[key]) return;
    needed.add(key);
    manifest[key].imports?.forEach(add);
  };
  if (!modules) return [manifest[textsOf(language, 'start')] ?? []].flat();
  modules.forEach(add);
  add(textsOf(language, 'start'));
  add(refusalsOf(language));
  if (hasSession) add(textsOf(language, 'first'));
  return [...needed].flatMap((key) => manifest[key] ?? []);
}

export type Files = ReturnType<typeof firstFiles>;

export const stylesOf = (files: Files) => files.flatMap(({ css = [] }) => css);

/** Preloads these files, so that the browser does not wait for the code to request them. */
export function preloads(files: Files, { hasSession, hasWorker }: PagePaint): string[] {
  // Chromium does not match a preloaded style with one that a service worker serves, and would load it twice. The
  // server sees that there is a worker but not which browser it is; the worker has the styles without a request.
  const styles = hasSession && hasWorker ? [] : stylesOf(files);
  const rel = hasSession ? 'rel="preload" as="style"' : 'rel="stylesheet"';
  return [
    ...files.map(({ file }) => modulePreload(file)),
    ...styles.map((file) => `<link ${rel} crossorigin href="/${file}">`),
  ];
}
