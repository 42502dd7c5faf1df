import { readFileSync } from 'node:fs';
import { at } from './lib/project.mjs';

// npm leaves packages that a registry does not have (yet) for other platforms out of package-lock.json, and npm ci
// then refuses the lock on every machine. Choose a version whose packages are published for all platforms.
const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));

/** Whether a package at `path` can resolve `name` in a node_modules folder above it. */
function finds(path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true;
    if (!base) return false;
  }
}

const missing = Object.entries(packages).flatMap(([path, { version, optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !finds(path, name))
    .map(
      (name) =>
        `package-lock.json lacks ${name}, wanted by ${path.replace(/^.*node_modules\//, '')} ${version}`,
    ),
);
for (const line of missing) console.error(line);
process.exitCode = missing.length ? 1 : 0;
