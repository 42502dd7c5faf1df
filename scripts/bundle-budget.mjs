import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at } from './lib/project.mjs';

/**
 * JavaScript that the first visit to /login and to /signup loads, in bytes of gzip: the entry with the sign-in screen,
 * or with the sign-up form and its dependencies, everything they import statically, and the texts that all pages of the
 * largest language have.
 */
const dist = process.argv[2] ?? at('web', 'dist');
const BUDGETS = [
  { page: '/login', modules: [], most: 152_500 },
  {
    page: '/signup',
    modules: ['src/app/Queries.tsx', 'src/features/identity/signup/SignupScreen.tsx'],
    most: 226_000,
  },
];
/** The first screens of a day must not load the schemas, which the browser needs only on a few other screens. */
const FIRST_SCREENS = [
  'src/app/shell/Shell.tsx',
  'src/features/cases/CasesPage.tsx',
  'src/features/dashboard/DashboardScreen.tsx',
];

const file = join(dist, '.vite', 'manifest.json');
if (!existsSync(file)) {
  console.error(`${file} is missing: build the web application first (npm run build)`);
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(file, 'utf8'));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);

function walk(key, into) {
  if (into.has(key)) return into;
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build has no ${key}`);
  into.add(key);
  for (const next of chunk.imports ?? []) walk(next, into);
  return into;
}

const size = (key) => gzipSync(readFileSync(join(dist, manifest[key].file)), { level: 9 }).length;
const texts = (language) => `../languages/${language}/start.texts`;
const languages = [
  ...new Set(Object.keys(manifest).map((key) => /^\.\.\/languages\/([^/]+)\//.exec(key)?.[1])),
];
const heaviest = languages
  .filter(Boolean)
  .map((language) => ({ language, bytes: size(texts(language)) }))
  .sort((a, b) => b.bytes - a.bytes)[0];

for (const { page, modules, most } of BUDGETS) {
  const keys = new Set();
  for (const key of [entry, texts(heaviest.language), ...modules]) walk(key, keys);
  const rows = [...keys]
    .map((key) => ({ file: manifest[key].file, bytes: size(key) }))
    .sort((a, b) => b.bytes - a.bytes);
  const total = rows.reduce((sum, row) => sum + row.bytes, 0);
  for (const row of rows) console.info(`${String(row.bytes).padStart(8)}  ${row.file}`);
  console.info(
    `${String(total).padStart(8)}  gzip bytes of JavaScript on the first visit to ${page} (at most ${most})\n`,
  );
  if (total > most) process.exitCode = 1;
}

for (const screen of FIRST_SCREENS) {
  if (![...walk(screen, new Set())].some((key) => manifest[key].name === 'schemas')) continue;
  console.error(`${screen} loads the contract's schemas and zod, which no first screen needs`);
  process.exitCode = 1;
}
