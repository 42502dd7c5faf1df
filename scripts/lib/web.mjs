import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, capture, Stop, toolEnv } from './project.mjs';

const dist = at('web', 'dist');
const stamp = join(dist, '.built-from');
const ignored = /^(dist.*|node_modules)$|\.test\.tsx?$/;

function* filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !ignored.test(entry.name));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/** A text that changes with any source of the web application. */
function sources() {
  const hash = createHash('sha256').update(readFileSync(at('package-lock.json')));
  hash.update(readFileSync(at('scripts', 'lib', 'help-pages.mjs')));
  for (const folder of ['text', 'mesh', 'dental', 'contract', 'languages', 'web']) {
    for (const file of filesIn(at(folder)))
      hash.update(`\0${file.slice(at().length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function builtFrom() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

/** Builds the web application if it is missing or older than its sources. */
export async function buildWeb(node) {
  const wanted = sources();
  if (builtFrom() === wanted) return;
  console.info('Building the web application …');
  // Into a temporary folder that is then moved: concurrent builds and a running server always see a complete build.
  const draft = at('web', `dist.${process.pid}`);
  const args = [
    at('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    'web',
    '--outDir',
    draft,
    '--emptyOutDir',
    '--logLevel=warn',
  ];
  const { code, output } = await capture(node, args, { env: toolEnv(node, { NODE_ENV: 'production' }) });
  try {
    if (code !== 0) throw new Stop(`${output.trim()}\n\nThe web application could not be built.`);
    writeFileSync(join(draft, '.built-from'), wanted);
    const old = `${draft}.old`;
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(draft, dist);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
