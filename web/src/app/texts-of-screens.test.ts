import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGES } from '@cusp/contract/pages';
import { expect, test } from 'vitest';
import type { ScreenRoute } from '../client/screen-route.ts';
import { TEXT_PACKS } from '../i18n/text-packs.ts';
import { ADMIN_SHELL_TEXTS } from './admin/admin-parts.ts';
import { SHELL_TEXTS } from './prepare.ts';
import { REQUIRED_STEP_TEXTS } from './RequiredStep.tsx';

const SRC = join(import.meta.dirname, '..');
const routesOf = import.meta.glob<ScreenRoute[]>('../features/*/*.routes.ts', {
  eager: true,
  import: 'routes',
});

const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'(\.[^']+)';/gm;
const USED = /\buseTranslation\(\s*(?:'([^']*)'|\[([^\]]*)\])/g;

/** The namespaces used by a file and everything it imports statically. */
function textsIn(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(file) || !existsSync(file) || !/\.tsx?$/.test(file)) return found;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, one, several = ''] of source.matchAll(USED)) {
    if (one) found.add(one);
    for (const [, name = ''] of several.matchAll(/'([^']*)'/g)) found.add(name);
  }
  for (const [, path = ''] of source.matchAll(IMPORT))
    for (const name of textsIn(join(dirname(file), path), seen)) found.add(name);
  return found;
}

const wanted = (file: string) => {
  const names = textsIn(join(SRC, file));
  for (const name of TEXT_PACKS.start) names.delete(name);
  return [...names].sort();
};

/** The file that a lazy screen's function imports, in whatever form the bundler emits the call. */
function fileOf(screen: () => unknown, folder: string): string {
  const [, path = ''] = /\(["']([^"']+\.tsx)["']/.exec(screen.toString()) ?? [];
  return path.startsWith('/src/') ? path.slice('/src/'.length) : join(folder, path);
}

const screens = Object.entries(routesOf).flatMap(([file, routes]) =>
  routes.flatMap(({ path, screen, texts }) =>
    typeof screen === 'function' ? [{ path, texts, file: fileOf(screen, join('app', dirname(file))) }] : [],
  ),
);

test('every page that the server answers with 200 has a screen', () => {
  const paths = new Set<string>(Object.values(routesOf).flatMap((routes) => routes.map(({ path }) => path)));
  expect(Object.values(PAGES).filter((path) => path !== PAGES.home && !paths.has(path))).toEqual([]);
});

test('the check covers every lazy screen', () => {
  expect(screens.length).toBeGreaterThan(20);
  for (const { file } of screens) expect(existsSync(join(SRC, file)), file).toBe(true);
});

test.each(screens)('$path declares exactly the text namespaces it uses', ({ file, texts }) => {
  expect([...texts].sort()).toEqual(wanted(file));
});

test('the shell and the page without a second step declare exactly the text namespaces they use', () => {
  expect([...REQUIRED_STEP_TEXTS].sort()).toEqual(wanted('features/security/RequiredStepScreen.tsx'));
  expect([...SHELL_TEXTS].sort()).toEqual(wanted('app/shell/Shell.tsx'));
  expect([...ADMIN_SHELL_TEXTS].sort()).toEqual(wanted('app/admin/AdminShell.tsx'));
});

test('the sign-in screen uses only texts of the initial bundle', () => {
  expect(wanted('features/identity/login/LoginScreen.tsx')).toEqual([]);
});
