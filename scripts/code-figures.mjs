import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { at } from './lib/project.mjs';

/**
 * Prints figures about the source files of each workspace: their number, median and 90th percentile in lines, how many
 * have more than 250 lines, how many small ones have exactly one importer, how many of these could be part of it, and
 * the number of `as number` assertions. Tests and test support are excluded. With a workspace's name and `--list`, also
 * lists the small files that could be part of their importer.
 */
const LONG = 250;
const SMALL = 40;
/**
 * Small files that the layout wants apart: routes, offers, queries, workers, tables, settings of a tool, components.
 */
const OWN_FORM = /\.(routes|offers|sql|worker|config)\.tsx?$|-worker\.ts$|\/db\/tables\/|\/[A-Z]\w*\.tsx$/;
/** Routes name use cases and screens, offers what others may use, and settings of a tool its plugins; these are files of their own. */
const NAMES_OTHERS = /\.(routes|offers|config)\.tsx?$/;
const SOURCE = /\.tsx?$/;
const TEST = /\.(test|spec)\.tsx?$|\/testing\/|\.d\.ts$/;
const LATER = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g;
const IMPORT =
  /(?:\bfrom\s*|\bimport\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?|\bexport\s*\*\s*from\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g;

const json = (path) => JSON.parse(readFileSync(at(path), 'utf8'));
const workspaces = json('package.json').workspaces.filter((folder) => existsSync(at(folder, 'package.json')));
const packages = new Map(workspaces.map((folder) => [json(join(folder, 'package.json')).name, folder]));

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', ...workspaces], {
  cwd: at('.'),
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\0')
  .filter((path) => SOURCE.test(path) && existsSync(at(path)));
const sources = files.filter((path) => !TEST.test(path));
const known = new Set(sources);
const texts = new Map(sources.map((path) => [path, readFileSync(at(path), 'utf8')]));

/** The file of this repository that an import names, or null. */
function resolve(from, name) {
  const path = name.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(dirname(from), path);
  const owner = [...packages.keys()].find((it) => path.startsWith(`${it}/`));
  if (!owner) return null;
  const inside = `${packages.get(owner)}/src${path.slice(owner.length)}`;
  return [`${inside}.ts`, `${inside}.tsx`, inside].find((it) => known.has(it)) ?? null;
}

const importers = new Map(sources.map((path) => [path, new Set()]));
for (const [path, text] of texts)
  for (const [, , name] of text.matchAll(IMPORT)) importers.get(resolve(path, name) ?? '')?.add(path);
const loadedLater = new Set();
for (const [path, text] of texts)
  for (const [, , name] of text.matchAll(LATER)) loadedLater.add(resolve(path, name));
/** Files that a test imports have a second user, and those whose path a text has are started by it. */
const usedApart = new Set();
for (const path of files.filter((file) => TEST.test(file)))
  for (const [, , name] of readFileSync(at(path), 'utf8').matchAll(IMPORT))
    usedApart.add(resolve(path, name));
for (const text of texts.values())
  for (const [, path] of text.matchAll(/['"]([\w./-]+\.tsx?)['"]/g)) if (known.has(path)) usedApart.add(path);

const linesOf = (path) => texts.get(path).split('\n').length - 1;
const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function figures(folder) {
  const own = sources.filter((path) => path.startsWith(`${folder}/`));
  const lines = own.map(linesOf).sort((a, b) => a - b);
  return {
    files: own.length,
    median: quantile(lines, 0.5),
    p90: quantile(lines, 0.9),
    [`over ${LONG}`]: lines.filter((count) => count > LONG).length,
    [`under ${SMALL}, one importer`]: smallWithOne(folder).length,
    'to merge': toMerge(folder).length,
    'as number': own.reduce((sum, path) => sum + [...texts.get(path).matchAll(/\bas number\b/g)].length, 0),
  };
}

function smallWithOne(folder) {
  return sources.filter(
    (path) => path.startsWith(`${folder}/`) && linesOf(path) < SMALL && importers.get(path).size === 1,
  );
}

/** Those that could be part of their importer: it is beside them and stays short, and nothing above applies. */
const toMerge = (folder) =>
  smallWithOne(folder).filter((path) => {
    const [importer] = importers.get(path);
    return (
      !OWN_FORM.test(path) &&
      !NAMES_OTHERS.test(importer) &&
      !loadedLater.has(path) &&
      !usedApart.has(path) &&
      dirname(path) === dirname(importer) &&
      linesOf(path) + linesOf(importer) <= LONG
    );
  });

const [only] = process.argv.slice(2).filter((it) => !it.startsWith('--'));
const rows = workspaces
  .filter((it) => !only || it === only)
  .map((workspace) => ({ workspace, ...figures(workspace) }));
const head = Object.keys(rows[0] ?? {});
for (const cells of [head, ...rows.map(Object.values)])
  console.info(cells.map((cell, at) => String(cell).padStart(Math.max(10, head[at].length))).join('  '));
if (process.argv.includes('--list'))
  for (const path of toMerge(only ?? ''))
    console.info(`${String(linesOf(path)).padStart(4)}  ${path} <- ${[...importers.get(path)][0]}`);
