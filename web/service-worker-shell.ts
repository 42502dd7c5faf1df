import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';

const WORKER = 'service-worker.js';
/** The line of the worker that the build fills in; without it the worker keeps nothing. */
const PLACE = 'const SHELL = null;';
const ROOTS = [
  'index.html',
  'src/app/shell/Shell.tsx',
  'src/features/cases/CasesPage.tsx',
  'src/features/dashboard/DashboardScreen.tsx',
];
/** Screens of staff, of people without a session, and large files that need the server anyway. */
const LEFT_OUT =
  /^src\/features\/(admin|design|viewer|handoff|sharing|files|privacy|statements)\/|\/admin\/|phone-number|\/languages\//;
/** Drawings in style sheets; a page may show some of them for the first time without a connection. */
const DRAWING = /\.svg$/;
const FONT = /inter-latin(-ext)?-wght-normal\.woff2$/;
const TEXTS = /^\.\.\/languages\/([^/]+)\/(?!admin|staff-|user-locations)[^/]+\.(?:json|md|texts)$/;

/**
 * Lists for the service worker the files that the screens of customers need, so that they open without a connection.
 */
export function serviceWorkerShell(): Plugin {
  return {
    name: 'service-worker-shell',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const manifest = bundle['.vite/manifest.json'];
      if (!dir || manifest?.type !== 'asset') return;
      const file = join(dir, WORKER);
      const worker = await readFile(file, 'utf8');
      if (!worker.includes(PLACE)) throw new Error(`${WORKER} has no place for the files of the shell`);
      const shell = JSON.stringify(shellOf(JSON.parse(String(manifest.source))));
      await writeFile(
        file,
        worker.replace(PLACE, () => `const SHELL = ${shell};`),
      );
    },
  };
}

const filesOf = ({ file, css = [], assets = [] }: Partial<Manifest[string]> = {}) => [
  file,
  ...css,
  ...assets.filter((asset) => DRAWING.test(asset)),
];

function shellOf(manifest: Manifest) {
  const needed = new Set<string>();
  const add = (key: string) => {
    if (needed.has(key) || !manifest[key]) return;
    needed.add(key);
    manifest[key].imports?.forEach(add);
  };
  ROOTS.forEach(add);
  const later = [...needed].flatMap((key) => manifest[key]?.dynamicImports ?? []);
  later.filter((key) => !LEFT_OUT.test(key)).forEach(add);
  const keys = Object.keys(manifest);
  keys.filter((key) => FONT.test(key)).forEach(add);
  const pathsOf = (of: readonly string[]) =>
    [...new Set(of.flatMap((key) => filesOf(manifest[key])))].map((path) => `/${path}`);
  const texts: Record<string, string[]> = {};
  for (const key of keys) {
    const language = TEXTS.exec(key)?.[1];
    if (language) texts[language] = [...(texts[language] ?? []), ...pathsOf([key])];
  }
  // The name of the entry contains a hash of everything that it loads, so it identifies the build.
  return { entry: pathsOf(['index.html'])[0], files: pathsOf([...needed]), texts };
}
